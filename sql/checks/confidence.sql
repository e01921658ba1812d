-- Every edge of the question that counts, with the confidence it counts by: NULL where a person let it in.
WITH said AS (
    SELECT DISTINCT ON (r.subject_type, r.subject_id) r.subject_type, r.subject_id, r.decision
    FROM reviews r
    WHERE r.subject_type IN ('edge', 'claim')
      AND NOT EXISTS (SELECT 1 FROM reviews later WHERE later.supersedes = r.review_id)
    ORDER BY r.subject_type, r.subject_id, r.created_at DESC, r.review_id DESC
)
SELECT e.id AS edge_id, a.name AS cause, e.relationship_type AS relation, b.name AS effect,
       CASE WHEN 'accept' IN (of_edge.decision, of_claim.decision) THEN NULL ELSE e.confidence END AS confidence,
       e.provenance -> 'meta' ->> 'source_paper_id' AS paper_id, e.evidence AS quote
FROM question_extractions q
JOIN edges e ON e.extraction_id = q.extraction_id
JOIN nodes a ON a.id = e.source_node_id
JOIN nodes b ON b.id = e.target_node_id
LEFT JOIN said of_edge ON of_edge.subject_type = 'edge' AND of_edge.subject_id = e.id
LEFT JOIN said of_claim ON of_claim.subject_type = 'claim' AND of_claim.subject_id = e.claim_id
LEFT JOIN LATERAL (SELECT decision FROM claim_decisions d
                   WHERE d.claim_id = e.claim_id AND d.extraction_id = e.extraction_id
                   ORDER BY created_at DESC LIMIT 1) d ON true
WHERE q.question_id = :question_id
  AND 'reject' IS DISTINCT FROM of_edge.decision
  AND 'reject' IS DISTINCT FROM of_claim.decision
  AND (d.decision = 'accepted' OR 'accept' IN (of_edge.decision, of_claim.decision));

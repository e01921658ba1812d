-- The edges that count as evidence: accepted by the rules in force, or kept by them for review and accepted by a
-- person; and turned down by nobody. `admitted` is the claim as let in, `by_person` that a person accepts it.
DROP VIEW IF EXISTS standing_edges CASCADE;
CREATE VIEW standing_edges AS
SELECT e.*, c.paper_id, d.decision, d.validators_version,
       coalesce(d.admitted, e.provenance -> 'claim') AS admitted,
       coalesce('accept' IN (of_edge.decision, of_claim.decision), false) AS by_person
FROM edges e
JOIN claims c ON c.claim_id = e.claim_id AND c.extraction_id = e.extraction_id
JOIN decisions_in_force d ON d.claim_id = e.claim_id AND d.extraction_id = e.extraction_id
LEFT JOIN standing_reviews of_edge ON of_edge.subject_type = 'edge' AND of_edge.subject_id = e.id
LEFT JOIN standing_reviews of_claim ON of_claim.subject_type = 'claim' AND of_claim.subject_id = e.claim_id
WHERE (d.decision = 'accepted' OR (d.decision = 'review' AND 'accept' IN (of_edge.decision, of_claim.decision)))
  AND 'reject' IS DISTINCT FROM of_edge.decision
  AND 'reject' IS DISTINCT FROM of_claim.decision;

-- Every claim that was proposed for a question, what the rules decided of it, and the edge it became.
SELECT c.claim_id, c.extraction_id, c.paper_id, c.cause, coalesce(e.relationship_type, c.relation) AS relation,
       c.effect, c.direction, c.confidence, c.quote, c.passage_id, c.char_start, c.char_end,
       coalesce(d.decision, 'undecided') AS decision, d.rule, coalesce(d.reason, '') AS reason, e.id AS edge_id,
       a.id AS cause_node, coalesce(a.canonical_name, '') AS cause_name, coalesce(a.type, '') AS cause_type,
       b.id AS effect_node, coalesce(b.canonical_name, '') AS effect_name, coalesce(b.type, '') AS effect_type
FROM question_extractions q
JOIN claims c ON c.extraction_id = q.extraction_id
LEFT JOIN claim_decisions d ON d.claim_id = c.claim_id AND d.extraction_id = c.extraction_id
    AND d.validators_version = :validators_version
LEFT JOIN edges e ON e.claim_id = c.claim_id AND e.extraction_id = c.extraction_id
LEFT JOIN nodes a ON a.id = e.source_node_id
LEFT JOIN nodes b ON b.id = e.target_node_id
WHERE q.question_id = :question_id
ORDER BY c.paper_id, c.passage_id, c.char_start, c.claim_id, c.extraction_id

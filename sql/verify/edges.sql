-- Edges that do not follow from their passage, claim and decisions.
SELECT 'edges' AS table_name, e.id AS row_key, problem.what
FROM edges e
LEFT JOIN passages p ON p.passage_id = e.passage_id
LEFT JOIN claims c ON c.claim_id = e.claim_id AND c.extraction_id = e.extraction_id
CROSS JOIN LATERAL (
    SELECT 'quotes what does not stand in its passage' AS what
    WHERE substr(p.text, e.char_start + 1, e.char_end - e.char_start) COLLATE "C" IS DISTINCT FROM e.evidence COLLATE "C"
    UNION ALL
    SELECT 'has no claim' WHERE c.claim_id IS NULL
    UNION ALL
    SELECT 'says something else than its claim'
    WHERE (e.relationship_type, e.direction, e.confidence, e.passage_id)
          IS DISTINCT FROM (c.relation, c.direction, c.confidence, c.passage_id)
    UNION ALL
    SELECT 'was let in by no decision'
    WHERE NOT EXISTS (SELECT 1 FROM claim_decisions d
                      WHERE d.claim_id = e.claim_id AND d.extraction_id = e.extraction_id AND d.decision <> 'rejected')
) problem;

-- The quote behind each of the edges, and the paper that it stands in.
SELECT e.id, e.evidence, c.paper_id
FROM edges e
JOIN claims c ON c.claim_id = e.claim_id AND c.extraction_id = e.extraction_id
WHERE e.id = ANY (CAST(:edge_ids AS text[]));

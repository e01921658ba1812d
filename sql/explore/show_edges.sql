-- Edges by id with their sentence, paper and what people decided of them.
SELECT e.id, e.relationship_type, e.direction, e.confidence, e.evidence, e.passage_id, e.char_start, e.char_end,
       a.canonical_name AS source, b.canonical_name AS target, p.paper_id, p.title, p.year,
       x.facts ->> 'design' AS design, r.decision AS review, r.reviewer
FROM edges e
JOIN nodes a ON a.id = e.source_node_id
JOIN nodes b ON b.id = e.target_node_id
JOIN extractions x ON x.extraction_id = e.extraction_id
JOIN papers p ON p.paper_id = x.paper_id
LEFT JOIN standing_reviews r ON r.subject_type = 'edge' AND r.subject_id = e.id
WHERE e.id = ANY (:ids)
ORDER BY e.confidence DESC, e.id

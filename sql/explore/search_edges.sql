-- Claims that stand as edges and hold every word in their sentence or the names of their ends.
SELECT e.id, a.canonical_name AS source, e.relationship_type, b.canonical_name AS target, e.evidence,
       e.passage_id, g.paper_id
FROM edges e
JOIN nodes a ON a.id = e.source_node_id
JOIN nodes b ON b.id = e.target_node_id
JOIN passages g ON g.passage_id = e.passage_id
WHERE e.evidence ILIKE ALL (:patterns) OR concat_ws(' ', a.canonical_name, b.canonical_name) ILIKE ALL (:patterns)
ORDER BY e.confidence DESC, e.id
LIMIT 50

-- Every edge of the question that counts, with the confidence it counts by: NULL where a person let it in.
SELECT e.id AS edge_id, a.name AS cause, e.relationship_type AS relation, b.name AS effect,
       CASE WHEN e.by_person THEN NULL ELSE e.confidence END AS confidence, e.paper_id, e.evidence AS quote
FROM question_extractions q
JOIN standing_edges e ON e.extraction_id = q.extraction_id
JOIN nodes a ON a.id = e.source_node_id
JOIN nodes b ON b.id = e.target_node_id
WHERE q.question_id = :question_id;

-- What the edges that stand for some question, and their papers, call each of :nodes.
SELECT DISTINCT n.node_id, t.type, n.name, n.own
FROM edge_names n
JOIN nodes t ON t.id = n.node_id
JOIN standing_edges e ON e.id = n.edge_id
WHERE n.node_id = ANY (:nodes) AND n.naming = :naming
  AND EXISTS (SELECT 1 FROM question_extractions q WHERE q.extraction_id = e.extraction_id);

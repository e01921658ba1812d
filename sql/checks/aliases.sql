-- Every link that no later one supersedes and that joins a node of the question's standing edges to another.
SELECT DISTINCT l.link_id, a.name AS one, b.name AS other, l.tier, l.status, l.reason,
       CASE WHEN l.tier = 'B' AND l.status = 'active' THEN 'no' ELSE 'yes' END AS decided,
       CASE WHEN l.tier = 'B' THEN l.similarity END AS similarity_of_tier_b
FROM question_extractions q
JOIN standing_edges e ON e.extraction_id = q.extraction_id
JOIN alias_links l ON l.node_a IN (e.source_node_id, e.target_node_id)
                   OR l.node_b IN (e.source_node_id, e.target_node_id)
JOIN nodes a ON a.id = l.node_a
JOIN nodes b ON b.id = l.node_b
WHERE q.question_id = :question_id
  AND NOT EXISTS (SELECT 1 FROM alias_links later WHERE later.supersedes = l.link_id);

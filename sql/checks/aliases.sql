-- The link that stands for each pair of nodes of which one is an end of the question's standing edges.
SELECT DISTINCT l.link_id, a.name AS one, b.name AS other, l.tier, l.status, l.reason,
       CASE WHEN l.tier = 'B' AND l.active AND NOT l.by_person AND NOT (l.similarity >= 0.95 AND l.shared_alias IS NOT NULL)
            THEN 'no' ELSE 'yes' END AS decided,
       CASE WHEN l.tier = 'B' AND l.status <> 'withdrawn' THEN l.similarity END AS similarity_of_tier_b
FROM question_extractions q
JOIN standing_edges e ON e.extraction_id = q.extraction_id
JOIN current_aliases l ON l.node_a IN (e.source_node_id, e.target_node_id)
                       OR l.node_b IN (e.source_node_id, e.target_node_id)
JOIN nodes a ON a.id = l.node_a
JOIN nodes b ON b.id = l.node_b
WHERE q.question_id = :question_id;

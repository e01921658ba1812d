-- Which things does one paper alone name? (They halve the score of a path that passes them.)
SELECT t.type, t.name, min(p.paper_id) AS paper_id, min(p.title) AS title, count(*) AS edges
FROM standing_edges e
CROSS JOIN LATERAL (VALUES (e.source_node_id), (e.target_node_id)) AS ends (node)
JOIN nodes t ON t.id = ends.node
JOIN papers p ON p.paper_id = e.paper_id
WHERE EXISTS (SELECT FROM question_extractions q WHERE q.extraction_id = e.extraction_id)
GROUP BY t.id, t.type, t.name
HAVING count(DISTINCT e.paper_id) = 1
ORDER BY edges DESC, t.name, t.type;

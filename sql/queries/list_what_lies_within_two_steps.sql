-- What lies within two steps of stroke as an outcome, whichever way the edges point, by how many edges lead there?
WITH start AS (SELECT id FROM nodes WHERE canonical_name = 'stroke' AND type = 'Outcome'),
one AS (
    SELECT e.target_node_id AS node FROM start JOIN edges e ON e.source_node_id = start.id
    UNION ALL SELECT e.source_node_id FROM start JOIN edges e ON e.target_node_id = start.id
),
reached AS (
    SELECT node, 1 AS steps FROM one
    UNION ALL SELECT e.target_node_id, 2 FROM (SELECT DISTINCT node FROM one) o JOIN edges e ON e.source_node_id = o.node
    UNION ALL SELECT e.source_node_id, 2 FROM (SELECT DISTINCT node FROM one) o JOIN edges e ON e.target_node_id = o.node
)
SELECT n.type, n.name, min(r.steps) AS steps, count(*) AS edges
FROM reached r
JOIN nodes n ON n.id = r.node
WHERE r.node NOT IN (SELECT id FROM start)
GROUP BY n.id, n.type, n.name
ORDER BY steps, edges DESC, n.name
LIMIT 50;

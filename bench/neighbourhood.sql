-- What lies within two steps of a node (:node), whichever way the edges point?
WITH one AS (
    SELECT target_node_id AS node FROM edges WHERE source_node_id = :node
    UNION SELECT source_node_id FROM edges WHERE target_node_id = :node
)
SELECT CAST(:node AS text) AS node
UNION SELECT node FROM one
UNION SELECT e.target_node_id FROM one JOIN edges e ON e.source_node_id = one.node
UNION SELECT e.source_node_id FROM one JOIN edges e ON e.target_node_id = one.node;

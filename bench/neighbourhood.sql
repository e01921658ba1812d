-- What lies within two steps of a node (`node`), whichever way the edges point? One row, each node once or more often.
WITH one AS MATERIALIZED (
    SELECT target_node_id AS node FROM edges WHERE source_node_id = %(node)s
    UNION ALL SELECT source_node_id FROM edges WHERE target_node_id = %(node)s
)
SELECT array_agg(node)
FROM (SELECT CAST(%(node)s AS text) AS node
      UNION ALL SELECT node FROM one
      UNION ALL SELECT e.target_node_id FROM one JOIN edges e ON e.source_node_id = one.node
      UNION ALL SELECT e.source_node_id FROM one JOIN edges e ON e.target_node_id = one.node) reached

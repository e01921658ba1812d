-- The nodes that an edge joins to one of :nodes, whichever way it points, with the newest of the transactions beside those.
WITH given AS (
    SELECT * FROM unnest(CAST(:nodes AS text[]), CAST(:newest AS bigint[]), CAST(:newest_link AS bigint[]))
        AS g (node, newest, newest_link)
)
SELECT node, max(newest) AS newest, max(newest_link) AS newest_link
FROM (SELECT e.target_node_id AS node, g.newest, g.newest_link FROM given g JOIN edges e ON e.source_node_id = g.node
      UNION ALL
      SELECT e.source_node_id, g.newest, g.newest_link FROM given g JOIN edges e ON e.target_node_id = g.node) met
GROUP BY node;

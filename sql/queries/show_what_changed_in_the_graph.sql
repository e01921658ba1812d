-- What has touched the graph lately, and which nodes does it concern?
SELECT c.at, c.table_name, c.operation, c.row_id, p.title,
       (SELECT array_agg(n.canonical_name ORDER BY n.canonical_name)
        FROM nodes n WHERE n.id = ANY (c.node_ids)) AS nodes
FROM change_log c
LEFT JOIN papers p ON p.paper_id = c.paper_id
ORDER BY c.seq DESC
LIMIT 100;

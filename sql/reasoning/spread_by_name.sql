-- :nodes with the transactions beside them (:newest, :newest_link), and every node that is the same thing as one: joined
-- to it by links of names, or called by one of its own names. Each with its newest transactions, and what it is called.
WITH RECURSIVE given AS (
    SELECT * FROM unnest(CAST(:nodes AS text[]), CAST(:newest AS bigint[]), CAST(:newest_link AS bigint[]))
        AS g (node, newest, newest_link)
),
standing AS (
    SELECT l.node_a, l.node_b FROM alias_links l
    WHERE l.status = 'active' OR EXISTS (SELECT FROM reviews r WHERE r.subject_type = 'alias_link'
                                         AND r.subject_id = l.link_id AND r.decision = 'accept')
),
joined AS (SELECT node_a AS node, node_b AS other FROM standing UNION ALL SELECT node_b, node_a FROM standing),
linked AS (
    SELECT node, newest, newest_link FROM given
    UNION
    SELECT j.other, l.newest, l.newest_link FROM linked l JOIN joined j ON j.node = l.node
),
called AS (
    SELECT n.normal, n.naming, max(g.newest) AS newest, max(g.newest_link) AS newest_link
    FROM given g JOIN edge_names n ON n.node_id = g.node
    WHERE n.own AND n.normal <> ''
    GROUP BY n.normal, n.naming
)
SELECT met.node, t.canonical_name AS name, max(met.newest) AS newest, max(met.newest_link) AS newest_link
FROM (SELECT node, newest, newest_link FROM linked
      UNION ALL
      SELECT n.node_id, c.newest, c.newest_link
      FROM called c JOIN edge_names n ON n.normal = c.normal AND n.naming = c.naming AND n.own) met
JOIN nodes t ON t.id = met.node
GROUP BY met.node, t.canonical_name;

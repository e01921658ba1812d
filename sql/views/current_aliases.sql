-- Alias links that no later link supersedes, with the names they join.
DROP VIEW IF EXISTS current_aliases CASCADE;
CREATE VIEW current_aliases AS
SELECT l.link_id, l.status, l.tier, l.similarity, l.shared_alias, l.reason, l.created_at,
       l.node_a, a.type AS type_a, a.canonical_name AS name_a,
       l.node_b, b.type AS type_b, b.canonical_name AS name_b
FROM alias_links l
JOIN nodes a ON a.id = l.node_a
JOIN nodes b ON b.id = l.node_b
WHERE NOT EXISTS (SELECT 1 FROM alias_links later WHERE later.supersedes = l.link_id);

-- The alias link that stands for each pair of nodes, with the names it joins. `active`: the two count as one, and
-- `status` says so. A person's word outranks the rules: a link of the tier 'person' that nobody took back, or a review
-- of any link of the pair since the last such one. `ruled` is the status that the link itself has.
DROP VIEW IF EXISTS current_aliases CASCADE;
CREATE VIEW current_aliases AS
WITH standing AS (
    SELECT DISTINCT ON (l.node_a, l.node_b) l.*
    FROM alias_links l
    WHERE NOT EXISTS (SELECT 1 FROM alias_links later WHERE later.supersedes = l.link_id)
    ORDER BY l.node_a, l.node_b, (l.tier = 'person' AND l.status <> 'withdrawn') DESC, (l.tier <> 'person') DESC,
             l.created_at DESC, l.link_id DESC
)
SELECT s.link_id,
       CASE said.decision WHEN 'accept' THEN 'active' WHEN 'reject' THEN 'rejected' ELSE s.status END AS status,
       s.tier, s.similarity, s.shared_alias, s.reason, s.created_at,
       s.node_a, a.type AS type_a, a.canonical_name AS name_a,
       s.node_b, b.type AS type_b, b.canonical_name AS name_b,
       CASE said.decision WHEN 'accept' THEN true WHEN 'reject' THEN false ELSE s.status = 'active' END AS active,
       s.tier = 'person' AND s.status <> 'withdrawn' OR coalesce(said.decision IN ('accept', 'reject'), false)
           AS by_person,
       s.status AS ruled
FROM standing s
JOIN nodes a ON a.id = s.node_a
JOIN nodes b ON b.id = s.node_b
LEFT JOIN LATERAL (
    SELECT r.decision
    FROM alias_links l
    JOIN standing_reviews r ON r.subject_type = 'alias_link' AND r.subject_id = l.link_id
    WHERE l.node_a = s.node_a AND l.node_b = s.node_b AND (s.tier <> 'person' OR l.link_id = s.link_id)
    ORDER BY r.created_at DESC, r.review_id DESC
    LIMIT 1
) said ON true;

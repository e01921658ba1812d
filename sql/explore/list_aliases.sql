-- Alias links that stand or wait between nodes, by their ends.
SELECT l.link_id, l.status, l.tier, l.name_a, l.name_b, l.reason, r.decision AS review
FROM current_aliases l
LEFT JOIN standing_reviews r ON r.subject_type = 'alias_link' AND r.subject_id = l.link_id
WHERE l.node_a = ANY (:nodes) OR l.node_b = ANY (:nodes)
ORDER BY l.name_a, l.name_b, l.link_id
LIMIT 200

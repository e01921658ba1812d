-- The link that stands for each pair of nodes with one of :nodes in it.
SELECT link_id, node_a, node_b, tier, status, reason, active, by_person
FROM current_aliases
WHERE node_a = ANY (:nodes) OR node_b = ANY (:nodes)
ORDER BY node_a, node_b;

-- The nodes of any type that some edge calls by a name of one of :nodes: one concept is one node, whatever its role.
SELECT DISTINCT other.node_id
FROM edge_names n
JOIN edge_names other ON other.normal = n.normal AND other.own AND other.naming = :naming
WHERE n.node_id = ANY (:nodes) AND n.own AND n.naming = :naming AND n.normal <> '';

-- The nodes of any type that some edge calls by a name of one of :nodes: one concept is one node, whatever its role.
WITH names AS (
    SELECT DISTINCT n.normal
    FROM edge_names n
    WHERE n.node_id = ANY (:nodes) AND n.own AND n.naming = :naming AND n.normal <> ''
)
SELECT DISTINCT other.node_id
FROM names
JOIN edge_names other ON other.normal = names.normal AND other.own AND other.naming = :naming;

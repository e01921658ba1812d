-- The nodes that some edge or paper gave a name of one of :nodes, of the same type.
WITH names AS (
    SELECT DISTINCT t.type, n.normal
    FROM edge_names n JOIN nodes t ON t.id = n.node_id
    WHERE n.node_id = ANY (:nodes) AND n.naming = :naming
)
SELECT DISTINCT other.node_id
FROM names
JOIN edge_names other ON other.normal = names.normal AND other.naming = :naming
JOIN nodes t ON t.id = other.node_id AND t.type = names.type;

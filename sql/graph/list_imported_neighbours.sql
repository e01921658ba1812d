-- Edges that touch a name, the same for both ends, in the order of the other name; at most so many.
SELECT source, licence, cause, cause_type, cause_key, relation, effect, effect_type, effect_key
FROM imported_edges
WHERE cause_key = :name OR effect_key = :name
ORDER BY CASE WHEN cause_key = :name THEN effect_key ELSE cause_key END, relation, source
LIMIT :most

-- Edges with one end among the first names and the other among the second.
SELECT source, licence, cause, cause_type, cause_key, relation, effect, effect_type, effect_key
FROM imported_edges
WHERE (cause_key = ANY(CAST(:ones AS text[])) AND effect_key = ANY(CAST(:others AS text[])))
   OR (effect_key = ANY(CAST(:ones AS text[])) AND cause_key = ANY(CAST(:others AS text[])))
ORDER BY cause_key, effect_key, relation, source
LIMIT :most

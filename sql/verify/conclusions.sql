-- Graded relations and verdicts whose columns, chains or parts differ from what they say as a whole.
SELECT 'graded_relations' AS table_name, r.graded_relation_id AS row_key, 'its columns differ from the whole' AS what
FROM graded_relations r
LEFT JOIN LATERAL (
    SELECT body FROM jsonb_array_elements(r.payload -> 'groups') AS body
    WHERE body ->> 'group' = r.payload ->> 'used_group' LIMIT 1
) used ON true
WHERE NOT r.withdrawn
  AND (r.payload ->> 'fingerprint', r.payload ->> 'direction', used.body -> 'grade' ->> 'certainty',
       r.payload ->> 'role', (used.body -> 'pooled' ->> 'point')::float, (used.body -> 'pooled' ->> 'low')::float,
       (used.body -> 'pooled' ->> 'high')::float)
      IS DISTINCT FROM (r.fingerprint, r.direction, r.certainty, r.outcome_role, r.point, r.low, r.high)
UNION ALL
SELECT 'verdicts', v.verdict_id, 'its columns differ from the whole'
FROM verdicts v
WHERE (v.payload ->> 'fingerprint', v.payload ->> 'conclusion', v.payload ->> 'direction', v.payload ->> 'certainty',
       v.payload ->> 'likelihood', (v.payload ->> 'version')::int, (v.payload -> 'effect' ->> 'point')::float,
       (v.payload -> 'effect' ->> 'low')::float, (v.payload -> 'effect' ->> 'high')::float)
      IS DISTINCT FROM (v.fingerprint, v.conclusion, v.direction, v.certainty, v.likelihood, v.version, v.point,
                        v.low, v.high)
UNION ALL
SELECT 'verdicts', v.verdict_id, 'rests on other relations than it says'
FROM verdicts v
WHERE (SELECT coalesce(array_agg(r.part ORDER BY r.part COLLATE "C"), '{}') FROM verdict_relations r
       WHERE r.verdict_id = v.verdict_id)
      IS DISTINCT FROM
      (SELECT coalesce(array_agg(key ORDER BY key COLLATE "C"), '{}')
       FROM jsonb_array_elements_text(v.payload -> 'relation_keys') AS key)
UNION ALL
SELECT 'verdicts', v.verdict_id, 'does not follow the version before it'
FROM verdicts v LEFT JOIN verdicts before ON before.verdict_id = v.supersedes
WHERE v.version > 1 AND (before.question_id, before.version) IS DISTINCT FROM (v.question_id, v.version - 1)
UNION ALL
SELECT 'graded_relation_edges', ge.graded_relation_id || E'\x1f' || ge.edge_id, 'rests on an edge that is not stored'
FROM graded_relation_edges ge LEFT JOIN edges e ON e.id = ge.edge_id
WHERE e.id IS NULL;

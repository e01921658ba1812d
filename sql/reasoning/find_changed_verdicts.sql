-- Versions of the tenant's verdicts that followed another one, from a moment on, oldest first, with the version before.
SELECT q.question_id, q.text AS question, v.verdict_id, v.version, v.created_at, v.payload AS new, v.changes,
       o.payload AS old
FROM verdicts v
JOIN questions q ON q.question_id = v.question_id
JOIN verdicts o ON o.verdict_id = v.supersedes
WHERE q.tenant = aitia_tenant() AND v.created_at >= CAST(:since AS timestamptz)
ORDER BY v.created_at, v.verdict_id;

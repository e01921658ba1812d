-- What people decided, newest first; `stands` where no later review supersedes it.
SELECT r.review_id, r.subject_type, r.subject_id, r.decision, r.reviewer, r.note, r.created_at,
       NOT EXISTS (SELECT FROM reviews later WHERE later.supersedes = r.review_id) AS stands
FROM reviews r
WHERE r.tenant = aitia_tenant()
ORDER BY r.created_at DESC, r.review_id
LIMIT 100

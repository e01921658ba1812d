-- The review that counts of each thing that a person has decided on, for the tenant that looks: the newest that no later one supersedes.
DROP VIEW IF EXISTS standing_reviews CASCADE;
CREATE VIEW standing_reviews AS
SELECT DISTINCT ON (r.subject_type, r.subject_id) r.*
FROM reviews r
WHERE r.tenant = aitia_tenant()
  AND NOT EXISTS (SELECT 1 FROM reviews later WHERE later.supersedes = r.review_id)
ORDER BY r.subject_type, r.subject_id, r.created_at DESC, r.review_id DESC;

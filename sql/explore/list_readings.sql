-- The last word of each reviewer on each subject, where it was not taken back; names are compared without case.
SELECT DISTINCT ON (reviewer, r.subject_type, r.subject_id)
       lower(btrim(r.reviewer)) AS reviewer, r.subject_type || ' ' || r.subject_id AS subject, r.decision
FROM reviews r
WHERE r.tenant = aitia_tenant()
  AND NOT EXISTS (SELECT FROM reviews back WHERE back.supersedes = r.review_id AND back.decision = 'withdrawn'
                  AND lower(btrim(back.reviewer)) = lower(btrim(r.reviewer)))
  AND r.decision <> 'withdrawn'
ORDER BY reviewer, r.subject_type, r.subject_id, r.created_at DESC, r.review_id DESC

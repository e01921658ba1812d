-- Papers, sources and questions that a person removed, for the tenant that looks: they no longer count.
DROP VIEW IF EXISTS removed_subjects CASCADE;
CREATE VIEW removed_subjects AS
SELECT r.subject_type, r.subject_id, r.reviewer, r.note, r.created_at, r.review_id
FROM standing_reviews r
WHERE r.decision = 'remove';

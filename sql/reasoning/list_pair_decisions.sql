-- What people say of two reports, the newest word on each pair (the lesser id first) of which both are among :papers:
-- a review of the pair, or of a link that joined one of them by the other.
SELECT DISTINCT ON (first, second) review_id, first, second, decision
FROM (
    SELECT r.review_id, split_part(r.subject_id, '|', 1) AS first, split_part(r.subject_id, '|', 2) AS second,
           r.decision, r.created_at
    FROM standing_reviews r
    WHERE r.subject_type = 'study_pair'
    UNION ALL
    SELECT r.review_id, least(l.paper_id COLLATE "C", l.linked_to COLLATE "C"),
           greatest(l.paper_id COLLATE "C", l.linked_to COLLATE "C"),
           CASE r.decision WHEN 'accept' THEN 'join' WHEN 'reject' THEN 'separate' END, r.created_at
    FROM standing_reviews r
    JOIN study_links l ON l.link_id = r.subject_id
    WHERE r.subject_type = 'study_link' AND l.linked_to IS NOT NULL
) said
WHERE decision IN ('join', 'separate') AND first = ANY (:papers) AND second = ANY (:papers)
ORDER BY first, second, created_at DESC, review_id DESC;

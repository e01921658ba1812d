-- What kind of thing an id names, of those that can be reviewed.
SELECT 'claim' AS subject_type WHERE EXISTS (SELECT FROM claims WHERE claim_id = :id)
UNION ALL SELECT 'edge' WHERE EXISTS (SELECT FROM edges WHERE id = :id)
UNION ALL SELECT 'alias_link' WHERE EXISTS (SELECT FROM alias_links WHERE link_id = :id)
UNION ALL SELECT 'study_link' WHERE EXISTS (SELECT FROM study_links WHERE link_id = :id)
UNION ALL SELECT 'paper' WHERE EXISTS (SELECT FROM papers WHERE paper_id = :id)
UNION ALL SELECT 'study_pair' WHERE (SELECT count(*) FROM papers
    WHERE paper_id IN (split_part(:id, '|', 1), split_part(:id, '|', 2))) = 2

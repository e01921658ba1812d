-- Changes of the graph that the log does not hold.
SELECT changed.table_name, changed.row_key, 'stands in no row of the change log' AS what
FROM (
    SELECT 'edges' AS table_name, id AS row_key FROM edges
    UNION ALL SELECT 'alias_links', link_id FROM alias_links
    UNION ALL SELECT 'study_links', link_id FROM study_links
    UNION ALL SELECT 'reviews', review_id FROM reviews
) AS changed
LEFT JOIN change_log l ON l.table_name = changed.table_name AND l.row_id = changed.row_key AND l.operation = 'insert'
WHERE l.seq IS NULL;

-- The newest search sent to each source, and what came of it.
SELECT DISTINCT ON (source) source, status, sent_at, error
FROM searches
WHERE status <> 'planned'
ORDER BY source, sent_at DESC NULLS LAST;

-- Searches that tell of more records than were kept of them: each record is a hit, or was set aside with its reason.
-- (A service's earlier hits stay, so that there may be more hits than records; what has left a file is no hit.)
WITH kept AS (
    SELECT s.search_id, s.source, s.status, s.returned,
           (SELECT count(*) FROM search_hits h WHERE h.search_id = s.search_id) AS hits,
           (SELECT count(DISTINCT c.record ->> 'record_id') FROM paper_conflicts c
            WHERE c.kind <> 'earlier text' AND c.record ->> 'source' = s.source) AS aside
    FROM searches s
)
SELECT 'searches' AS table_name, search_id AS row_key,
       'tells of ' || returned || ' records; ' || hits || ' were found and ' || aside || ' of its source set aside' AS what
FROM kept
WHERE returned > hits + aside
   OR returned < hits AND status = 'complete' AND source IN ('documents', 'demonstration')
UNION ALL
SELECT 'searches', search_id, 'was sent and has no outcome' FROM searches
WHERE (status = 'planned') <> (sent_at IS NULL) OR status = 'planned' AND (returned IS NOT NULL OR reported IS NOT NULL)
UNION ALL
SELECT 'searches', search_id, 'is complete and has an error, or is not and has none' FROM searches
WHERE status <> 'planned' AND (status = 'incomplete') <> (error IS NOT NULL)
UNION ALL
SELECT 'searches', search_id, 'tells of more records than its files hold' FROM searches WHERE returned > reported AND source IN ('documents', 'demonstration');

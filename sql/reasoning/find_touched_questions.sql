-- Questions whose evidence was touched since they last reasoned, with the newest transaction that did it.
-- Only transactions that are surely over are looked at, so that none in flight is ever skipped.
SELECT q.question_id, q.text, max(c.transaction_id) AS transaction_id
FROM questions q
JOIN watermarks w ON w.consumer = 'question:' || q.question_id
JOIN change_log c ON c.transaction_id >= w.transaction_id
                 AND c.transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
WHERE (CAST(:question_id AS text) IS NULL OR q.question_id = :question_id)
  AND (c.table_name = 'reviews'
       AND EXISTS (SELECT 1 FROM question_papers g
                   WHERE g.question_id = q.question_id AND g.paper_id = c.paper_id)
       OR EXISTS (SELECT 1
                  FROM question_extractions x
                  LEFT JOIN edges e ON e.extraction_id = x.extraction_id
                  WHERE x.question_id = q.question_id
                    AND (x.paper_id = c.paper_id
                         OR e.source_node_id = ANY (c.node_ids)
                         OR e.target_node_id = ANY (c.node_ids))))
GROUP BY q.question_id, q.text
ORDER BY q.question_id;

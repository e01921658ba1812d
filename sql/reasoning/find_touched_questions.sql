-- Questions whose evidence was touched since they last reasoned, with the newest transaction that did it.
-- Only changes of the window are read. What lies before :since was looked at then, unless a run of the question
-- ended later. How reports are linked into studies is worked out anew from a question's own papers: a stored link
-- changes no question's evidence. A new version of the rules touches every question.
WITH papers_touched AS (
    SELECT paper_id, max(transaction_id) AS newest,
           max(transaction_id) FILTER (WHERE table_name = 'reviews') AS reviewed
    FROM change_log
    WHERE transaction_id >= CAST(:first AS bigint) AND transaction_id < CAST(:below AS bigint)
      AND table_name <> 'study_links' AND paper_id IS NOT NULL
    GROUP BY paper_id
),
nodes_touched AS (
    SELECT node_id, max(transaction_id) AS newest
    FROM change_log, unnest(node_ids) AS node_id
    WHERE transaction_id >= CAST(:first AS bigint) AND transaction_id < CAST(:below AS bigint)
      AND table_name <> 'study_links'
    GROUP BY node_id
),
touched AS (
    SELECT x.question_id, p.newest
    FROM papers_touched p
    JOIN question_extractions x ON x.paper_id = p.paper_id
    WHERE CAST(:question_id AS text) IS NULL OR x.question_id = CAST(:question_id AS text)
    UNION ALL
    SELECT g.question_id, p.reviewed
    FROM papers_touched p
    JOIN question_papers g ON g.paper_id = p.paper_id
    WHERE p.reviewed IS NOT NULL
      AND (CAST(:question_id AS text) IS NULL OR g.question_id = CAST(:question_id AS text))
    UNION ALL
    SELECT x.question_id, n.newest
    FROM nodes_touched n
    JOIN edges e ON e.source_node_id = n.node_id
    JOIN question_extractions x ON x.extraction_id = e.extraction_id
    WHERE CAST(:question_id AS text) IS NULL OR x.question_id = CAST(:question_id AS text)
    UNION ALL
    SELECT x.question_id, n.newest
    FROM nodes_touched n
    JOIN edges e ON e.target_node_id = n.node_id
    JOIN question_extractions x ON x.extraction_id = e.extraction_id
    WHERE CAST(:question_id AS text) IS NULL OR x.question_id = CAST(:question_id AS text)
    UNION ALL
    SELECT q.question_id, r.transaction_id
    FROM rule_versions r CROSS JOIN questions q
    WHERE r.transaction_id >= CAST(:first AS bigint) AND r.transaction_id < CAST(:below AS bigint)
      AND (CAST(:question_id AS text) IS NULL OR q.question_id = CAST(:question_id AS text))
),
newest AS (SELECT question_id, max(newest) AS transaction_id FROM touched GROUP BY question_id)
SELECT q.question_id, q.text, n.transaction_id
FROM newest n
JOIN questions q ON q.question_id = n.question_id
WHERE q.tenant = aitia_tenant()
  AND n.transaction_id >= q.reasoned_below
  AND (n.transaction_id >= CAST(:since AS bigint) OR q.marked_in >= CAST(:since AS bigint))
ORDER BY q.question_id;

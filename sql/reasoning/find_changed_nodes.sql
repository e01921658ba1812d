-- The nodes of the changes of a window: the newest transaction that touched each, and the newest that joined or parted
-- names. How reports are linked into studies changes no node.
SELECT node, max(transaction_id) AS newest,
       max(transaction_id) FILTER (WHERE table_name = 'alias_links' OR table_name = 'reviews' AND paper_id IS NULL)
           AS newest_link
FROM change_log, unnest(node_ids) AS node
WHERE transaction_id >= CAST(:first AS bigint) AND transaction_id < CAST(:below AS bigint)
  AND table_name <> 'study_links'
GROUP BY node;

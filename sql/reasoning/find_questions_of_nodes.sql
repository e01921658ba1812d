-- Questions whose cause or outcome is one of :nodes, where the transaction beside it is one that the question has not
-- taken in yet (see find_touched_questions.sql), with the newest such transaction.
WITH reached AS (
    SELECT * FROM unnest(CAST(:nodes AS text[]), CAST(:newest AS bigint[])) AS r (node, newest)
),
about AS (
    SELECT g.graded_relation_id, g.question_id, g.relation_key, g.withdrawn, r.newest
    FROM reached r JOIN graded_relations g ON g.source_node_id = r.node
    UNION ALL
    SELECT g.graded_relation_id, g.question_id, g.relation_key, g.withdrawn, r.newest
    FROM reached r JOIN graded_relations g ON g.target_node_id = r.node
)
SELECT q.question_id, q.text, max(a.newest) AS transaction_id
FROM about a
JOIN questions q ON q.question_id = a.question_id
WHERE a.relation_key = 'main' AND NOT a.withdrawn AND q.tenant = aitia_tenant()
  AND NOT EXISTS (SELECT FROM graded_relations later WHERE later.supersedes = a.graded_relation_id)
  AND a.newest >= q.reasoned_below
  AND (a.newest >= CAST(:since AS bigint) OR q.marked_in >= CAST(:since AS bigint))
  AND (CAST(:question_id AS text) IS NULL OR q.question_id = CAST(:question_id AS text))
GROUP BY q.question_id, q.text
ORDER BY q.question_id;

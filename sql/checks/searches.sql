-- Every search of the question: what was sent where, and what came of it.
SELECT search_id, source, query, status,
       CASE WHEN status <> 'incomplete' OR error IS NOT NULL THEN 'yes' ELSE 'no' END AS explained
FROM searches
WHERE question_id = :question_id AND sent_at IS NOT NULL;

-- What came of the searches of a question in the sources that it is asked of now.
SELECT s.source, s.status, coalesce(s.returned, 0) AS returned
FROM searches s
JOIN questions q ON q.question_id = s.question_id AND s.source = ANY (q.sources)
WHERE s.question_id = CAST(:question_id AS text);

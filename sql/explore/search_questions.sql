-- Questions whose text or verdict holds every word.
SELECT q.question_id, q.text AS question, v.conclusion
FROM questions q LEFT JOIN current_verdicts v ON v.question_id = q.question_id
WHERE q.text ILIKE ALL (:patterns) OR v.explanation ILIKE ALL (:patterns)
ORDER BY q.created_at DESC, q.question_id
LIMIT 50

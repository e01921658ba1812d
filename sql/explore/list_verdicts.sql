-- Every question with its newest verdict, newest question first.
SELECT q.question_id, q.text AS question, q.kind, v.conclusion, v.direction, v.certainty, v.version, v.measure,
       v.point, v.low, v.high, v.created_at
FROM questions q
LEFT JOIN LATERAL (SELECT * FROM verdicts WHERE verdicts.question_id = q.question_id
                   ORDER BY version DESC LIMIT 1) v ON true
WHERE NOT EXISTS (SELECT FROM removed_subjects r WHERE r.subject_type = 'question' AND r.subject_id = q.question_id)
ORDER BY q.created_at DESC, q.question_id
LIMIT 500

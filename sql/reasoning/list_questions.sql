-- Every question with its newest verdict, newest question first.
SELECT q.question_id, q.text AS question, v.conclusion, v.direction, v.certainty, v.version, v.round_no AS round,
       v.created_at AS concluded_at
FROM questions q
LEFT JOIN LATERAL (SELECT * FROM verdicts WHERE verdicts.question_id = q.question_id
                   ORDER BY version DESC LIMIT 1) v ON true
WHERE q.tenant = aitia_tenant()
  AND NOT EXISTS (SELECT FROM removed_subjects r WHERE r.subject_type = 'question' AND r.subject_id = q.question_id)
ORDER BY q.created_at DESC;

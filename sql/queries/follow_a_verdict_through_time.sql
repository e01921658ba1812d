-- How did each verdict change, and why?
SELECT q.text AS question, v.version, v.round_no, v.conclusion, v.certainty, v.point, v.low, v.high,
       v.changes, v.created_at
FROM verdicts v
JOIN questions q ON q.question_id = v.question_id
ORDER BY q.text, v.version;

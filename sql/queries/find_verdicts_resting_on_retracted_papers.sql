-- Do any standing verdicts rest on papers that were retracted, or whose standing nobody could tell?
SELECT DISTINCT t.question, t.conclusion, t.title, t.year, t.retraction_status
FROM evidence_trail t
JOIN current_verdicts v ON v.verdict_id = t.verdict_id
WHERE t.retraction_status IN ('retracted', 'concern', 'unknown')
ORDER BY t.question, t.retraction_status, t.title;

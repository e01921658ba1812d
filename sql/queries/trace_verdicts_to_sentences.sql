-- What does each standing verdict rest on, sentence by sentence?
SELECT t.question, t.conclusion, t.part, t.study, t.title, t.year, t.direction, t.quote
FROM evidence_trail t
JOIN current_verdicts v ON v.verdict_id = t.verdict_id
ORDER BY t.question, t.part, t.study, t.quote;

-- Which searches failed or were cut short, so that "nothing found" must not be read into them?
SELECT question, round_no, source, evidence_type, query, error, sent_at
FROM search_record
WHERE status <> 'complete'
ORDER BY question, round_no, source, evidence_type;

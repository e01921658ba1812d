-- Every search of a question as it was sent, in the order it was planned.
SELECT search_id, round_no, source, evidence_type, query, filters, result_limit, status, reported, returned,
       sent_at, reason, error
FROM searches WHERE question_id = :question_id
ORDER BY round_no, source, evidence_type, query, search_id

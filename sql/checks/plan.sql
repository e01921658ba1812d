-- Every search planned for the question in the sources that it is asked of.
SELECT s.search_id, s.source, s.query, s.evidence_type, s.reason, s.round_no
FROM questions q
JOIN searches s ON s.question_id = q.question_id AND s.source = ANY (q.sources)
WHERE q.question_id = :question_id;

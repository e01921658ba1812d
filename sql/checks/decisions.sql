-- Every claim of the extractions that stand for the question, with what the rules in force decided of it.
SELECT c.claim_id, d.decision,
       CASE WHEN d.decision = 'accepted' OR d.rule IS NOT NULL THEN 'yes' ELSE 'no' END AS named
FROM question_extractions q
JOIN claims c ON c.extraction_id = q.extraction_id
LEFT JOIN decisions_in_force d ON d.claim_id = c.claim_id AND d.extraction_id = c.extraction_id
WHERE q.question_id = :question_id;

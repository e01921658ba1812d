-- The reading that stands for each paper of the question, with what the gate said of the paper.
SELECT x.extraction_id, x.paper_id, x.engine, x.engine_version, x.mode, g.decision
FROM question_extractions q
JOIN extractions x ON x.extraction_id = q.extraction_id
LEFT JOIN question_papers g ON g.question_id = q.question_id AND g.paper_id = q.paper_id
WHERE q.question_id = :question_id;

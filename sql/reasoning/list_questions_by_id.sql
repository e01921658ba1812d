-- The questions of these ids, as they were read.
SELECT * FROM questions WHERE question_id = ANY (CAST(:question_ids AS text[]));

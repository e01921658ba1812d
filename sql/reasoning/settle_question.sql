-- The inputs that the standing verdict of a question was reached from, and below them what its searches had given;
-- a run of it ended here.
UPDATE questions
SET settled_inputs = CAST(:settled_inputs AS text), marked_in = CAST(CAST(pg_current_xact_id() AS text) AS bigint)
WHERE question_id = CAST(:question_id AS text);

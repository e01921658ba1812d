-- A question has taken in every change below a transaction.
UPDATE questions
SET reasoned_below = CAST(:reasoned_below AS bigint), marked_in = CAST(CAST(pg_current_xact_id() AS text) AS bigint)
WHERE question_id = CAST(:question_id AS text);

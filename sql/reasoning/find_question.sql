-- A question as it was read, the places it is asked of, and the inputs that its verdict was reached from.
SELECT * FROM questions WHERE question_id = CAST(:question_id AS text);

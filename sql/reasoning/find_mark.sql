-- The transaction below which a question has taken in every change.
SELECT reasoned_below FROM questions WHERE question_id = CAST(:question_id AS text);

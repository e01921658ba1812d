-- What a round of a question found or changed.
SELECT changed FROM rounds
WHERE question_id = CAST(:question_id AS text) AND round_no = CAST(:round_no AS integer);

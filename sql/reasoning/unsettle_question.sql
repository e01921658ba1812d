-- The searches gave something new, or a run goes on from what they gave: until its report is written, what is stored follows from nothing settled.
UPDATE questions SET settled_inputs = split_part(settled_inputs, chr(10), 1) || chr(10)
WHERE question_id = CAST(:question_id AS text) AND settled_inputs IS NOT NULL;

-- A question's watermark was a row of its own, named 'question:' and its id.
UPDATE questions q
SET reasoned_below = w.transaction_id, marked_in = pg_current_xact_id()::text::bigint
FROM watermarks w
WHERE w.consumer = 'question:' || q.question_id;

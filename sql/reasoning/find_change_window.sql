-- Which changes can have touched a question: from the oldest one that matters, below the oldest transaction
-- that may still be in flight. `first` is NULL where no question has reasoned yet.
SELECT change_log_horizon() AS below,
       min(CASE WHEN marked_in >= CAST(:since AS bigint) THEN reasoned_below
                ELSE greatest(reasoned_below, CAST(:since AS bigint)) END) AS first
FROM questions
WHERE reasoned_below IS NOT NULL
  AND (CAST(:question_id AS text) IS NULL OR question_id = CAST(:question_id AS text));

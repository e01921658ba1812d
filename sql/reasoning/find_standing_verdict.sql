-- The newest version of a question's verdict, or the version that is named.
SELECT * FROM verdicts
WHERE question_id = CAST(:question_id AS text)
  AND (CAST(:version AS integer) IS NULL OR version = CAST(:version AS integer))
ORDER BY version DESC LIMIT 1;

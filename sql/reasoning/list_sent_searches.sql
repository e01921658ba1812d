-- Every search that was planned for the questions: what makes two of them the same one.
SELECT question_id, source, query, filters FROM searches WHERE question_id = ANY (CAST(:question_ids AS text[]));

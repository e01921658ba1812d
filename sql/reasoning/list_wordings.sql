-- A verdict in a language model's words, by kind.
SELECT kind, text, engine FROM verdict_wordings WHERE verdict_id = CAST(:verdict_id AS text) ORDER BY kind;

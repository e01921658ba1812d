-- The question's insights of the fingerprint stored last, with the edges that each names counted from both ends.
SELECT i.insight_id, i.rank, i.score, i.text, jsonb_array_length(i.path) AS edges,
       (SELECT count(*) FROM edges e WHERE e.id IN (SELECT jsonb_array_elements_text(i.path))) AS edges_found
FROM insights i
WHERE i.question_id = :question_id
  AND i.fingerprint = (SELECT fingerprint FROM insights newest WHERE newest.question_id = :question_id
                       ORDER BY created_at DESC LIMIT 1);

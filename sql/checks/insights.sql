-- The question's insights as its newest round notes them, with the edges that each names counted from both ends.
SELECT i.insight_id, i.rank, i.score, i.text, jsonb_array_length(i.path) AS edges,
       (SELECT count(*) FROM standing_edges e WHERE e.id IN (SELECT jsonb_array_elements_text(i.path))) AS edges_found
FROM insights i
WHERE i.question_id = :question_id
  AND i.fingerprint = (SELECT changed ->> 'insights' FROM rounds WHERE rounds.question_id = :question_id
                       ORDER BY round_no DESC LIMIT 1);

-- The newest verdict of the question, with what it rests on counted from both ends.
SELECT v.verdict_id, v.conclusion, v.fingerprint, v.explanation,
       (SELECT count(*) FROM verdict_relations r WHERE r.verdict_id = v.verdict_id) AS relations,
       (SELECT count(*) FROM verdict_relations r JOIN graded_relations g USING (graded_relation_id)
        WHERE r.verdict_id = v.verdict_id AND g.question_id = v.question_id) AS relations_found,
       (SELECT count(*) FROM verdict_relations r JOIN graded_relation_edges ge USING (graded_relation_id)
        WHERE r.verdict_id = v.verdict_id) AS edges,
       (SELECT count(*) FROM verdict_relations r JOIN graded_relation_edges ge USING (graded_relation_id)
        JOIN edges e ON e.id = ge.edge_id
        JOIN passages p ON p.passage_id = e.passage_id
        WHERE r.verdict_id = v.verdict_id
          AND substr(p.text, e.char_start + 1, e.char_end - e.char_start) = e.evidence) AS edges_with_quotes
FROM verdicts v
WHERE v.question_id = :question_id
ORDER BY v.version DESC
LIMIT 1;

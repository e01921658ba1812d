-- Every edge of the question that counts, with whether its ends differ, beyond case, punctuation and word order.
SELECT e.id AS edge_id, a.name AS cause, e.relationship_type AS relation, b.name AS effect,
       CASE WHEN e.source_node_id <> e.target_node_id
             AND (SELECT array_agg(word ORDER BY word) FROM regexp_split_to_table(lower(a.name), '[^[:alnum:]]+') AS word
                  WHERE word <> '')
                 IS DISTINCT FROM
                 (SELECT array_agg(word ORDER BY word) FROM regexp_split_to_table(lower(b.name), '[^[:alnum:]]+') AS word
                  WHERE word <> '')
            THEN 'yes' ELSE 'no' END AS ends_differ,
       e.paper_id, e.evidence AS quote
FROM question_extractions q
JOIN standing_edges e ON e.extraction_id = q.extraction_id
JOIN nodes a ON a.id = e.source_node_id
JOIN nodes b ON b.id = e.target_node_id
WHERE q.question_id = :question_id;

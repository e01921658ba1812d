-- Where do studies of one relation point in different directions?
SELECT r.question, r.cause, r.effect, e.direction, count(DISTINCT ge.study_id) AS studies,
       array_agg(DISTINCT s.label) AS labels
FROM current_relations r
JOIN graded_relation_edges ge ON ge.graded_relation_id = r.graded_relation_id
JOIN standing_edges e ON e.id = ge.edge_id
JOIN studies s ON s.study_id = ge.study_id
GROUP BY r.question, r.graded_relation_id, r.cause, r.effect, e.direction
ORDER BY r.question, r.cause, r.effect, studies DESC;

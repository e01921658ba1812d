-- Every paper that is read: its standing, and whether a look-up of notices that failed says why.
WITH failed AS (
    SELECT note.key AS paper_id, bool_and(btrim(note.value) <> '') AS explained
    FROM rounds r
    CROSS JOIN LATERAL jsonb_each_text(r.changed #> '{notices,failed}') AS note
    WHERE r.question_id = :question_id
    GROUP BY note.key)
SELECT g.paper_id, p.retraction_status,
       CASE WHEN failed.explained IS FALSE THEN 'no' ELSE 'yes' END AS explained
FROM question_papers g
JOIN papers p ON p.paper_id = g.paper_id
LEFT JOIN failed ON failed.paper_id = g.paper_id
WHERE g.question_id = :question_id AND g.decision IN ('included', 'borderline');

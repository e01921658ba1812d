-- Every included paper: whether its sections are cut into passages, and whether it is said why it has none.
WITH noted AS (
    SELECT note.key AS paper_id, bool_and(btrim(note.value) <> '') AS explained
    FROM rounds r
    CROSS JOIN LATERAL (
        SELECT * FROM jsonb_each_text(r.changed #> '{full_text,absent}')
        UNION ALL
        SELECT * FROM jsonb_each_text(r.changed #> '{full_text,failed}')) AS note
    WHERE r.question_id = :question_id
    GROUP BY note.key)
SELECT g.paper_id,
       CASE WHEN EXISTS (
           SELECT 1 FROM jsonb_array_elements(p.sections) AS section
           WHERE btrim(section ->> 'text') <> ''
             AND NOT EXISTS (SELECT 1 FROM passages x
                             WHERE x.paper_id = p.paper_id AND x.section_id = section ->> 'section_id'))
            THEN 'no' ELSE 'yes' END AS in_passages,
       CASE WHEN noted.explained IS FALSE THEN 'no' ELSE 'yes' END AS explained
FROM question_papers g
JOIN papers p ON p.paper_id = g.paper_id
LEFT JOIN noted ON noted.paper_id = g.paper_id
WHERE g.question_id = :question_id AND g.decision = 'included';

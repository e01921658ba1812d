-- What waits for a person: claims that the rules left for review, pending alias links, borderline papers.
SELECT * FROM (
    SELECT 'claim' AS subject_type, c.claim_id AS subject_id,
           c.cause || ' ' || replace(c.relation, '_', ' ') || ' ' || c.effect AS what, c.quote AS said,
           p.title AS source, p.paper_id, c.passage_id,
           coalesce(d.rule || ': ', '') || d.reason AS why, 1 AS turn
    FROM claims c
    JOIN decisions_in_force d ON d.claim_id = c.claim_id AND d.extraction_id = c.extraction_id
    JOIN papers p ON p.paper_id = c.paper_id
    WHERE d.decision = 'review'
    UNION ALL
    SELECT 'alias_link', l.link_id, l.name_a || ' = ' || l.name_b, coalesce(l.shared_alias, ''), l.type_a,
           NULL, NULL, l.reason, 2
    FROM current_aliases l WHERE l.status = 'pending'
    UNION ALL
    SELECT 'paper', g.paper_id, p.title, left(p.abstract, 600), q.text, p.paper_id, NULL, g.reason, 3
    FROM question_papers g
    JOIN papers p ON p.paper_id = g.paper_id
    JOIN questions q ON q.question_id = g.question_id
    WHERE g.decision = 'borderline'
) w
WHERE NOT EXISTS (SELECT FROM standing_reviews r WHERE r.subject_type = w.subject_type
    AND r.subject_id = w.subject_id AND r.decision <> 'withdrawn')
ORDER BY turn, what, subject_id
LIMIT 100

-- What waits for a person: claims that the rules left for review, pending alias links, links of reports that rest on
-- no registration, borderline papers; each with its two sides and their sentences. `waiting` counts them all.
WITH subjects AS (
    SELECT 'claim' AS subject_type, c.claim_id AS subject_id,
           c.cause || ' ' || replace(c.relation, '_', ' ') || ' ' || c.effect AS what,
           p.title AS source, p.paper_id, c.passage_id, coalesce(d.rule || ': ', '') || d.reason AS why, 1 AS turn,
           c.cause AS one, c.effect AS other, c.quote
    FROM claims c
    JOIN decisions_in_force d ON d.claim_id = c.claim_id AND d.extraction_id = c.extraction_id
    JOIN papers p ON p.paper_id = c.paper_id
    WHERE d.decision = 'review'
      AND EXISTS (SELECT FROM question_extractions q JOIN questions USING (question_id)
                  WHERE q.extraction_id = c.extraction_id AND questions.tenant = aitia_tenant())
    UNION ALL
    SELECT 'alias_link', l.link_id, l.name_a || ' = ' || l.name_b, l.type_a, NULL, NULL, l.reason, 2,
           l.node_a, l.node_b, coalesce(l.shared_alias, '')
    FROM current_aliases l WHERE l.status = 'pending'
    UNION ALL
    SELECT * FROM (
        SELECT DISTINCT ON (least(l.paper_id, l.linked_to), greatest(l.paper_id, l.linked_to))
               'study_link', l.link_id, 'one study: ' || p.title || ' = ' || o.title, l.method, l.paper_id, NULL,
               l.reason, 3, l.paper_id, l.linked_to, l.reason
        FROM study_links l
        JOIN papers p ON p.paper_id = l.paper_id
        JOIN papers o ON o.paper_id = l.linked_to
        WHERE l.status = 'active' AND l.method IN ('cohort_name', 'size_and_authors', 'same_wording')
          AND NOT EXISTS (SELECT FROM study_links later WHERE later.supersedes = l.link_id)
        ORDER BY least(l.paper_id, l.linked_to), greatest(l.paper_id, l.linked_to), l.paper_id
    ) of_reports
    UNION ALL
    SELECT DISTINCT ON (g.paper_id) 'paper', g.paper_id, p.title, q.text, p.paper_id, NULL, g.reason, 4,
           q.text, p.title, left(p.abstract, 600)
    FROM question_papers g
    JOIN papers p ON p.paper_id = g.paper_id
    JOIN questions q ON q.question_id = g.question_id
    WHERE g.decision = 'borderline' AND q.tenant = aitia_tenant()
), waiting AS (
    SELECT s.*, count(*) OVER () AS waiting
    FROM subjects s
    WHERE (CAST(:kind AS text) IS NULL OR s.subject_type = CAST(:kind AS text))
      AND (CAST(:subject_id AS text) IS NULL OR s.subject_id = CAST(:subject_id AS text))
      AND NOT EXISTS (SELECT FROM standing_reviews r WHERE r.subject_type = s.subject_type
                      AND r.subject_id = s.subject_id AND r.decision <> 'withdrawn')
    ORDER BY turn, what, subject_id
    LIMIT :most
)
SELECT w.subject_type, w.subject_id, w.what, w.quote AS said, w.source, w.paper_id, w.passage_id, w.why, w.waiting,
       sides.sides
FROM waiting w
CROSS JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('name', s.name, 'quotes', s.quotes) ORDER BY s.place) AS sides
    FROM (
        -- A claim: its own sentence, and what stands in the evidence of the same two things.
        SELECT 1 AS place, 'the claim' AS name,
               jsonb_build_array(jsonb_build_object('quote', w.quote, 'paper_id', w.paper_id, 'title', w.source)) AS quotes
        WHERE w.subject_type = 'claim'
        UNION ALL
        SELECT 2, 'what stands of the same two', (
            SELECT coalesce(jsonb_agg(to_jsonb(q)), '[]') FROM (
                SELECT e.evidence AS quote, e.paper_id, p.title
                FROM edge_names n
                JOIN edge_names m ON m.edge_id = n.edge_id AND m.own AND m.name = w.other
                JOIN standing_edges e ON e.id = n.edge_id AND e.source_node_id = n.node_id
                JOIN papers p ON p.paper_id = e.paper_id
                WHERE n.own AND n.name = w.one AND e.evidence <> w.quote
                GROUP BY e.id, e.evidence, e.paper_id, p.title, e.confidence
                ORDER BY e.confidence DESC, e.id LIMIT 2) q)
        WHERE w.subject_type = 'claim'
        UNION ALL
        -- Two names: sentences of each.
        SELECT CASE WHEN n.id = w.one THEN 1 ELSE 2 END, n.name, (
            SELECT coalesce(jsonb_agg(to_jsonb(q)), '[]') FROM (
                SELECT e.evidence AS quote, e.paper_id, p.title
                FROM standing_edges e JOIN papers p ON p.paper_id = e.paper_id
                WHERE e.source_node_id = n.id OR e.target_node_id = n.id
                ORDER BY e.confidence DESC, e.id LIMIT 2) q)
        FROM nodes n WHERE w.subject_type = 'alias_link' AND n.id IN (w.one, w.other)
        UNION ALL
        -- Two reports: sentences of each.
        SELECT CASE WHEN p.paper_id = w.one THEN 1 ELSE 2 END, p.title, (
            SELECT coalesce(jsonb_agg(to_jsonb(q)), '[]') FROM (
                SELECT e.evidence AS quote, e.paper_id, p.title
                FROM standing_edges e WHERE e.paper_id = p.paper_id
                ORDER BY e.confidence DESC, e.id LIMIT 2) q)
        FROM papers p WHERE w.subject_type = 'study_link' AND p.paper_id IN (w.one, w.other)
        UNION ALL
        SELECT 1, 'the question', jsonb_build_array(jsonb_build_object('quote', w.one, 'paper_id', NULL, 'title', NULL))
        WHERE w.subject_type = 'paper'
        UNION ALL
        SELECT 2, 'the paper', jsonb_build_array(jsonb_build_object('quote', w.quote, 'paper_id', w.paper_id, 'title', w.other))
        WHERE w.subject_type = 'paper'
    ) s
) sides
ORDER BY w.turn, w.what, w.subject_id

-- From a verdict (any version) down to the sentences it rests on: one row per relation and edge.
-- `stands`: whether the edge still counts, by the rules in force and the reviews since.
DROP VIEW IF EXISTS evidence_trail CASCADE;
CREATE VIEW evidence_trail AS
SELECT v.question_id, q.text AS question, v.verdict_id, v.version AS verdict_version, v.conclusion,
       vr.part, r.graded_relation_id, r.cause, r.effect, r.direction AS relation_direction, r.certainty,
       ge.study_id, s.label AS study, e.id AS edge_id, e.relationship_type, e.direction, e.confidence,
       e.evidence AS quote, e.passage_id, g.section_id, g.part_index, e.char_start, e.char_end,
       p.paper_id, p.title, p.year, p.venue, p.pmid, p.doi, p.retraction_status, p.demonstration,
       EXISTS (SELECT 1 FROM standing_edges o WHERE o.id = e.id) AS stands
FROM verdicts v
JOIN questions q ON q.question_id = v.question_id
JOIN verdict_relations vr ON vr.verdict_id = v.verdict_id
JOIN graded_relations r ON r.graded_relation_id = vr.graded_relation_id
JOIN graded_relation_edges ge ON ge.graded_relation_id = r.graded_relation_id
JOIN studies s ON s.study_id = ge.study_id
JOIN edges e ON e.id = ge.edge_id
JOIN passages g ON g.passage_id = e.passage_id
JOIN papers p ON p.paper_id = g.paper_id;

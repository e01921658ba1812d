-- Every search of every question, exactly as sent, with what came of it (PRISMA-S).
DROP VIEW IF EXISTS search_record CASCADE;
CREATE VIEW search_record AS
SELECT q.text AS question, s.question_id, s.round_no, s.source, s.evidence_type, s.query, s.filters,
       s.result_limit, s.status, s.reported, s.returned,
       (SELECT count(*) FROM search_hits h WHERE h.search_id = s.search_id) AS stored,
       (SELECT count(*) FROM search_hits h WHERE h.search_id = s.search_id AND NOT h.duplicate) AS new_papers,
       s.sent_at, s.reason, s.error, s.warnings
FROM searches s
JOIN questions q ON q.question_id = s.question_id;

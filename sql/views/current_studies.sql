-- Which study each paper reports, by the links that stand.
DROP VIEW IF EXISTS current_studies CASCADE;
CREATE VIEW current_studies AS
SELECT s.study_id, s.label, s.registration_ids, l.paper_id, p.title, p.year, l.method, l.reason
FROM study_links l
JOIN studies s ON s.study_id = l.study_id
JOIN papers p ON p.paper_id = l.paper_id
WHERE l.status = 'active'
  AND NOT EXISTS (SELECT 1 FROM study_links later WHERE later.supersedes = l.link_id);

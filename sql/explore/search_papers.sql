-- Papers whose title, abstract or passages hold every word.
SELECT p.paper_id, p.title, p.year, p.retraction_status
FROM papers p
WHERE p.title ILIKE ALL (:patterns) OR p.abstract ILIKE ALL (:patterns)
   OR EXISTS (SELECT FROM passages g WHERE g.paper_id = p.paper_id AND g.text ILIKE ALL (:patterns))
ORDER BY (p.title ILIKE ALL (:patterns)) DESC, p.year DESC NULLS LAST, p.paper_id
LIMIT 50

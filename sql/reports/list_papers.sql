-- Every paper that was found for a question or decided on for it: gate, reading and standing.
WITH found AS (
    SELECT DISTINCT h.paper_id FROM search_hits h JOIN searches s ON s.search_id = h.search_id
    WHERE s.question_id = :question_id
    UNION SELECT paper_id FROM question_papers WHERE question_id = :question_id
)
SELECT p.paper_id, p.title, p.year, p.venue, p.authors, p.doi, p.pmid, p.pmcid, p.arxiv_id, p.publication_types,
       p.retraction_status, p.demonstration, g.decision, coalesce(g.reason, '') AS reason, g.score,
       x.extraction_id IS NOT NULL AND x.error IS NULL AS read, x.error AS reading_error,
       ARRAY(SELECT r.status || ' (' || r.origin || coalesce(', ' || r.noticed_on::text, '') || ')'
             FROM retraction_signals r WHERE r.paper_id = p.paper_id ORDER BY r.origin, r.status, r.detail)
       || ARRAY(SELECT 'retracted (' || said.reviewer || ', a person: ' || said.note || ')' FROM standing_reviews said
                WHERE said.subject_type = 'retraction' AND said.subject_id = p.paper_id AND said.decision = 'retract')
       AS signals
FROM found
JOIN papers p USING (paper_id)
LEFT JOIN question_papers g ON g.question_id = :question_id AND g.paper_id = p.paper_id
LEFT JOIN question_extractions q ON q.question_id = :question_id AND q.paper_id = p.paper_id
LEFT JOIN extractions x ON x.extraction_id = q.extraction_id
ORDER BY g.rank NULLS LAST, p.paper_id

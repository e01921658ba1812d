-- What was quoted of a paper: passage and offsets.
SELECT e.passage_id, e.char_start, e.char_end, e.evidence
FROM edges e JOIN passages g ON g.passage_id = e.passage_id
WHERE g.paper_id = :paper_id
ORDER BY e.passage_id, e.char_start, e.char_end

-- Every candidate of the question with the gate's decision; a candidate without one has NULLs.
SELECT candidates.paper_id, gate.decision, gate.reason
FROM (SELECT DISTINCT h.paper_id
      FROM search_hits h JOIN searches s USING (search_id)
      JOIN questions q ON q.question_id = s.question_id AND s.source = ANY (q.sources || q.kept_sources)
      WHERE s.question_id = :question_id) AS candidates
LEFT JOIN question_papers gate ON gate.paper_id = candidates.paper_id AND gate.question_id = :question_id;

-- Every edge of the question that counts, beside the text that really stands at its offsets.
SELECT e.id AS edge_id, e.evidence AS quote, e.confidence, e.direction,
       e.provenance -> 'meta' ->> 'source_paper_id' AS source_paper_id,
       substr(p.text, e.char_start + 1, e.char_end - e.char_start) AS text_at_offsets
FROM question_extractions q
JOIN standing_edges e ON e.extraction_id = q.extraction_id
JOIN passages p ON p.passage_id = e.passage_id
WHERE q.question_id = :question_id;

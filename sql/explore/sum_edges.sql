-- The graph of a question (or of all questions where none is named), one row per pair of nodes and relation.
WITH chosen AS (
    SELECT e.id, e.source_node_id, e.target_node_id, e.relationship_type, e.extraction_id, e.confidence
    FROM edges e
    WHERE (CAST(:relation AS text) IS NULL OR e.relationship_type = CAST(:relation AS text))
      AND e.extraction_id IN (SELECT x.extraction_id FROM question_extractions x
          WHERE CAST(:question_id AS text) IS NULL OR x.question_id = CAST(:question_id AS text))
)
SELECT c.source_node_id, a.canonical_name AS source, a.type AS source_type,
       c.target_node_id, b.canonical_name AS target, b.type AS target_type,
       c.relationship_type, count(*) AS edges, max(c.confidence) AS confidence,
       (array_agg(c.id ORDER BY c.confidence DESC, c.id))[1] AS best_edge
FROM chosen c
JOIN extractions x ON x.extraction_id = c.extraction_id
JOIN papers p ON p.paper_id = x.paper_id
JOIN nodes a ON a.id = c.source_node_id
JOIN nodes b ON b.id = c.target_node_id
WHERE (CAST(:design AS text) IS NULL OR x.facts ->> 'design' = CAST(:design AS text))
  AND (CAST(:since AS int) IS NULL OR p.year >= CAST(:since AS int))
  AND (CAST(:until AS int) IS NULL OR p.year <= CAST(:until AS int))
  AND (CAST(:certainty AS text) IS NULL OR EXISTS (
      SELECT FROM graded_relation_edges g JOIN graded_relations r ON r.graded_relation_id = g.graded_relation_id
      WHERE g.edge_id = c.id AND r.certainty = CAST(:certainty AS text)))
GROUP BY 1, 2, 3, 4, 5, 6, 7
ORDER BY edges DESC, confidence DESC, 1, 4, 7

-- What do papers on 3D Gaussian Splatting extend and use most, beside it, with a sentence?
WITH about AS (
    SELECT DISTINCT e.provenance->'meta'->>'source_paper_id' AS paper_id
    FROM edges e
    JOIN nodes t ON t.id = e.target_node_id
    WHERE t.canonical_name = '3d_gaussian_splatting' AND t.type = 'Method'
)
SELECT t.canonical_name AS foundation,
       count(DISTINCT p.paper_id) AS papers,
       count(DISTINCT p.paper_id) FILTER (WHERE e.relationship_type = 'extends') AS extend_it,
       (array_agg(e.evidence ORDER BY e.confidence DESC, e.id))[1] AS a_sentence
FROM about
JOIN papers p ON p.paper_id = about.paper_id
JOIN edges e ON e.provenance->'meta'->>'source_paper_id' = p.paper_id
JOIN nodes t ON t.id = e.target_node_id
WHERE e.relationship_type IN ('extends', 'uses') AND t.type = 'Method'
  AND t.canonical_name <> '3d_gaussian_splatting' AND p.retraction_status <> 'retracted'
GROUP BY t.canonical_name
ORDER BY papers DESC, foundation
LIMIT 25;

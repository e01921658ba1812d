-- On which data sets are papers on 3D Gaussian Splatting evaluated, and how many name each?
WITH about AS (
    SELECT DISTINCT e.provenance->'meta'->>'source_paper_id' AS paper_id
    FROM edges e
    JOIN nodes t ON t.id = e.target_node_id
    WHERE t.canonical_name = '3d_gaussian_splatting' AND t.type = 'Method'
)
SELECT t.canonical_name AS data_set,
       count(DISTINCT p.paper_id) AS papers,
       min(p.year) AS first_year,
       max(p.year) AS last_year,
       (array_agg(e.evidence ORDER BY e.confidence DESC, e.id))[1] AS a_sentence
FROM about
JOIN papers p ON p.paper_id = about.paper_id
JOIN edges e ON e.provenance->'meta'->>'source_paper_id' = p.paper_id
JOIN nodes t ON t.id = e.target_node_id
WHERE e.relationship_type = 'evaluates' AND t.type = 'Dataset' AND p.retraction_status <> 'retracted'
GROUP BY t.canonical_name
ORDER BY papers DESC, data_set
LIMIT 50;

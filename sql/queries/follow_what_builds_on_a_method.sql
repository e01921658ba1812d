-- What builds on 3D Gaussian Splatting, directly or over up to two other methods?
WITH RECURSIVE steps AS (
    SELECT e.source_node_id AS method, 1 AS step, ARRAY[e.target_node_id, e.source_node_id] AS path,
           e.id AS edge
    FROM edges e
    JOIN nodes t ON t.id = e.target_node_id
    WHERE t.canonical_name = '3d_gaussian_splatting' AND t.type = 'Method'
      AND e.relationship_type IN ('improves_on', 'extends')
    UNION ALL
    SELECT e.source_node_id, steps.step + 1, steps.path || e.source_node_id, e.id
    FROM steps
    JOIN edges e ON e.target_node_id = steps.method
    WHERE e.relationship_type IN ('improves_on', 'extends')
      AND steps.step < 3 AND e.source_node_id <> ALL (steps.path)
),
nearest AS (
    SELECT DISTINCT ON (method) method, step, path, edge FROM steps ORDER BY method, step, edge
)
SELECT n.canonical_name AS method, nearest.step,
       (SELECT string_agg(via.canonical_name, ' <- ' ORDER BY place)
        FROM unnest(nearest.path) WITH ORDINALITY AS walked (id, place)
        JOIN nodes via ON via.id = walked.id) AS way,
       e.provenance->'meta'->>'source_paper_id' AS paper_id, e.evidence
FROM nearest
JOIN nodes n ON n.id = nearest.method
JOIN edges e ON e.id = nearest.edge
ORDER BY nearest.step, n.canonical_name
LIMIT 200;

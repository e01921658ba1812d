-- What is the newest work that relates itself to 3D Gaussian Splatting, with the sentence that says how?
WITH best AS (
    SELECT DISTINCT ON (p.paper_id)
           p.paper_id, p.title, p.year, e.relationship_type, e.confidence, e.evidence
    FROM edges e
    JOIN nodes t ON t.id = e.target_node_id
    JOIN papers p ON p.paper_id = e.provenance->'meta'->>'source_paper_id'
    WHERE t.canonical_name = '3d_gaussian_splatting' AND t.type = 'Method'
      AND p.retraction_status <> 'retracted'
    ORDER BY p.paper_id, e.confidence DESC, e.id
)
SELECT * FROM best ORDER BY year DESC NULLS LAST, confidence DESC, paper_id LIMIT 50;

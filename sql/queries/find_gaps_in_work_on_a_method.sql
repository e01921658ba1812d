-- Which papers claim to improve on 3D Gaussian Splatting and name no data set in what was read?
SELECT p.paper_id, p.title, p.year, e.confidence, e.evidence
FROM edges e
JOIN nodes t ON t.id = e.target_node_id
JOIN papers p ON p.paper_id = e.provenance->'meta'->>'source_paper_id'
WHERE e.relationship_type = 'improves_on'
  AND t.canonical_name = '3d_gaussian_splatting' AND t.type = 'Method'
  AND p.retraction_status <> 'retracted'
  AND NOT EXISTS (
      SELECT 1
      FROM edges other
      JOIN nodes measured ON measured.id = other.target_node_id
      WHERE other.provenance->'meta'->>'source_paper_id' = p.paper_id
        AND other.relationship_type = 'evaluates' AND measured.type = 'Dataset'
  )
ORDER BY e.confidence DESC, p.year DESC, e.id
LIMIT 50;

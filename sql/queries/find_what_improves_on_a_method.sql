-- Which papers claim to improve on 3D Gaussian Splatting, with the sentence that says so?
SELECT DISTINCT p.paper_id, p.title, p.year, e.confidence, e.evidence,
       source_node.canonical_name AS source_entity, source_node.type AS source_type
FROM edges e
JOIN nodes target_node ON e.target_node_id = target_node.id
JOIN nodes source_node ON e.source_node_id = source_node.id
LEFT JOIN papers p ON p.paper_id = e.provenance->'meta'->>'source_paper_id'
WHERE e.relationship_type = 'improves_on'
  AND target_node.canonical_name = '3d_gaussian_splatting' AND target_node.type = 'Method'
  AND e.confidence >= 0.6 AND e.provenance->'meta'->>'source_paper_id' IS NOT NULL
ORDER BY e.confidence DESC, p.year DESC LIMIT 10;

-- Which concepts do papers on 3D Gaussian Splatting use together, and how alike are their papers?
WITH about AS (
    SELECT DISTINCT e.provenance->'meta'->>'source_paper_id' AS paper_id
    FROM edges e
    JOIN nodes t ON t.id = e.target_node_id
    WHERE t.canonical_name = '3d_gaussian_splatting' AND t.type = 'Method'
),
used AS (
    SELECT DISTINCT t.canonical_name AS concept, about.paper_id
    FROM about
    JOIN edges e ON e.provenance->'meta'->>'source_paper_id' = about.paper_id
    JOIN nodes t ON t.id = e.target_node_id
    WHERE e.relationship_type IN ('extends', 'uses') AND t.type IN ('Method', 'Concept')
      AND t.canonical_name <> '3d_gaussian_splatting'
),
counted AS (
    SELECT concept, count(*) AS papers FROM used GROUP BY concept HAVING count(*) > 1
)
SELECT one.concept, other.concept AS with_concept, count(*) AS papers_with_both,
       round(count(*)::numeric / (a.papers + b.papers - count(*)), 2) AS jaccard
FROM used one
JOIN used other ON other.paper_id = one.paper_id AND other.concept > one.concept
JOIN counted a ON a.concept = one.concept
JOIN counted b ON b.concept = other.concept
GROUP BY one.concept, other.concept, a.papers, b.papers
ORDER BY jaccard DESC, papers_with_both DESC, one.concept, other.concept
LIMIT 50;

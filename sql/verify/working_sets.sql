-- What the search, the gate and the rounds left of a question, where it does not hold together.
SELECT 'search_hits' AS table_name, h.search_id AS row_key, 'its ranks do not run from 1' AS what
FROM search_hits h GROUP BY h.search_id HAVING min(h.rank) <> 1 OR max(h.rank) <> count(*)
UNION ALL
SELECT 'search_hits', s.question_id || E'\x1f' || h.paper_id, 'of its hits not one is the first'
FROM search_hits h JOIN searches s USING (search_id)
GROUP BY s.question_id, h.paper_id HAVING count(*) FILTER (WHERE NOT h.duplicate) <> 1
UNION ALL
SELECT 'question_papers', g.question_id || E'\x1f' || g.paper_id, 'was decided in a round that is not stored'
FROM question_papers g LEFT JOIN rounds r ON r.question_id = g.question_id AND r.round_no = g.round_no
WHERE r.question_id IS NULL
UNION ALL
SELECT 'question_papers', g.question_id || E'\x1f' || g.paper_id, 'was found by no search'
FROM question_papers g
WHERE NOT EXISTS (SELECT FROM search_hits h JOIN searches s USING (search_id)
                  WHERE s.question_id = g.question_id AND h.paper_id = g.paper_id)
UNION ALL
SELECT 'question_extractions', x.question_id || E'\x1f' || x.paper_id, 'points to the reading of another paper'
FROM question_extractions x JOIN extractions e USING (extraction_id) WHERE e.paper_id <> x.paper_id
UNION ALL
SELECT 'rounds', r.question_id || E'\x1f' || r.round_no, 'does not follow the round before it'
FROM rounds r
WHERE r.round_no > 1
  AND NOT EXISTS (SELECT FROM rounds b WHERE b.question_id = r.question_id AND b.round_no = r.round_no - 1)
UNION ALL
SELECT 'studies', s.study_id, 'is the study of no report'
FROM studies s WHERE NOT EXISTS (SELECT FROM study_links l WHERE l.study_id = s.study_id)
UNION ALL
SELECT 'rounds', r.question_id || E'\x1f' || r.round_no, 'planned no search'
FROM rounds r
WHERE r.round_no > 1
  AND NOT EXISTS (SELECT FROM searches s WHERE s.question_id = r.question_id AND s.round_no = r.round_no)
UNION ALL
SELECT 'study_links', l.paper_id, 'stands in two studies at a time'
FROM study_links l WHERE NOT EXISTS (SELECT FROM study_links later WHERE later.supersedes = l.link_id)
GROUP BY l.paper_id HAVING count(*) > 1
UNION ALL
SELECT 'imported_edges', source, 'has other edges than its lists were read with'
FROM (SELECT source, count(*) AS edges FROM imported_edges GROUP BY source) e
FULL JOIN (SELECT source, sum(added) AS edges FROM edge_imports GROUP BY source) i USING (source)
WHERE coalesce(e.edges, 0) <> coalesce(i.edges, 0)
UNION ALL
SELECT 'rule_versions', seq::text, 'puts in force what was in force'
FROM (SELECT seq, version, lag(version) OVER (ORDER BY seq) AS earlier FROM rule_versions) v
WHERE version = earlier
UNION ALL
SELECT 'claim_decisions', claim_id || E'\x1f' || validators_version, 'was decided by rules that no program has'
FROM claim_decisions WHERE validators_version !~ '^[0-9]+$';

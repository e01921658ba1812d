-- The insights of a question's subgraph as its newest round left it, best first.
SELECT i.text, i.score, i.kind, i.why, i.path
FROM (SELECT changed ->> 'insights' AS fingerprint FROM rounds
      WHERE question_id = CAST(:question_id AS text) ORDER BY round_no DESC LIMIT 1) r
JOIN insights i ON i.question_id = CAST(:question_id AS text) AND i.fingerprint = r.fingerprint
ORDER BY i.rank;

-- The newest version of every relation of the question that still stands.
SELECT relation_key, fingerprint, certainty, point, low, high, i2
FROM (SELECT DISTINCT ON (relation_key) *
      FROM graded_relations
      WHERE question_id = :question_id
      ORDER BY relation_key, version DESC) AS newest
WHERE NOT withdrawn;

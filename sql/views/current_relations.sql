-- The newest version of every graded relation that has not been withdrawn.
DROP VIEW IF EXISTS current_relations CASCADE;
CREATE VIEW current_relations AS
SELECT r.*, q.text AS question
FROM graded_relations r
JOIN questions q ON q.question_id = r.question_id
WHERE NOT r.withdrawn
  AND NOT EXISTS (SELECT 1 FROM graded_relations later WHERE later.supersedes = r.graded_relation_id)
  AND NOT EXISTS (SELECT FROM removed_subjects gone
                  WHERE gone.subject_type = 'question' AND gone.subject_id = r.question_id);

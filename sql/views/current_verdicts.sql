-- The verdict that stands for each question.
DROP VIEW IF EXISTS current_verdicts CASCADE;
CREATE VIEW current_verdicts AS
SELECT v.*, q.text AS question, q.kind, q.domain, q.intervention, q.comparator, q.outcome, q.population
FROM verdicts v
JOIN questions q ON q.question_id = v.question_id
WHERE NOT EXISTS (SELECT 1 FROM verdicts later WHERE later.supersedes = v.verdict_id)
  AND NOT EXISTS (SELECT FROM removed_subjects gone
                  WHERE gone.subject_type = 'question' AND gone.subject_id = v.question_id);

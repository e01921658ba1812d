-- Whether anything but edges and links was changed since the question took in every change: a paper's standing, a
-- person's decision, the rules. The oldest of these decides, whichever question it is about.
SELECT EXISTS (
    SELECT FROM change_log c
    WHERE c.transaction_id >= q.reasoned_below AND c.table_name NOT IN
          ('edges', 'alias_links', 'study_links', 'question_extractions')
) OR EXISTS (SELECT FROM rule_versions r WHERE r.transaction_id >= q.reasoned_below)
FROM questions q WHERE q.question_id = CAST(:question_id AS text);

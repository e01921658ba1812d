-- Questions that another round may help: rounds are left, and the verdict that stands is not certain enough.
-- Of all, those neither paused nor removed in which a run ended since :since; or the one that is named.
SELECT q.question_id, r.round_no, r.changed AS notes, v.gaps, v.fingerprint
FROM questions q
CROSS JOIN LATERAL (SELECT round_no, changed FROM rounds
                    WHERE rounds.question_id = q.question_id ORDER BY round_no DESC LIMIT 1) r
CROSS JOIN LATERAL (SELECT gaps, fingerprint, certainty FROM verdicts
                    WHERE verdicts.question_id = q.question_id ORDER BY version DESC LIMIT 1) v
WHERE q.tenant = aitia_tenant()
  AND CASE WHEN CAST(:question_id AS text) IS NULL
           THEN q.active AND coalesce(q.marked_in, 0) >= CAST(:since AS bigint)
                AND NOT EXISTS (SELECT FROM removed_subjects m
                                WHERE m.subject_type = 'question' AND m.subject_id = q.question_id)
           ELSE q.question_id = CAST(:question_id AS text) END
  AND r.round_no < :max_rounds
  AND (v.certainty IS NULL OR v.certainty <> ALL (CAST(:sufficient AS text[])))
ORDER BY q.created_at, q.question_id;

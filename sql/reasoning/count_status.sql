-- The counters of `aitia status`, a row each, in the order in which they are shown.
SELECT *
FROM (VALUES
    ('questions', (SELECT count(*) FROM questions)::numeric),
    ('questions paused', (SELECT count(*) FROM questions WHERE NOT active)),
    ('questions without a verdict', (SELECT count(*) FROM questions q
        WHERE NOT EXISTS (SELECT 1 FROM verdicts v WHERE v.question_id = q.question_id))),
    ('verdicts, all versions', (SELECT count(*) FROM verdicts)),
    ('verdicts changed in the last 7 days', (SELECT count(*) FROM verdicts
        WHERE version > 1 AND created_at > now() - interval '7 days')),
    ('papers', (SELECT count(*) FROM papers)),
    ('papers retracted', (SELECT count(*) FROM papers WHERE retraction_status = 'retracted')),
    ('searches', (SELECT count(*) FROM searches WHERE status <> 'planned')),
    ('searches incomplete', (SELECT count(*) FROM searches WHERE status = 'incomplete')),
    ('claims waiting for a review', (SELECT count(*) FROM claim_ledger WHERE decision = 'review' AND in_force)),
    ('claims refused', (SELECT count(*) FROM claim_ledger WHERE decision = 'rejected' AND in_force)),
    ('readings', (SELECT count(*) FROM extractions)),
    ('readings taken from the cache', (SELECT count(*) FROM question_extractions)
        - (SELECT count(DISTINCT extraction_id) FROM question_extractions)),
    ('model calls', (SELECT count(*) FROM model_calls)),
    ('model calls today (UTC)', (SELECT count(*) FROM model_calls
        WHERE created_at >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')),
    ('US dollars', (SELECT round(coalesce(sum(price), 0)::numeric, 4) FROM model_calls)),
    ('US dollars today (UTC)', (SELECT round(coalesce(sum(price), 0)::numeric, 4) FROM model_calls
        WHERE created_at >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'))
) AS counters (counter, value);

-- The counters of `aitia status`, a row each, in the order in which they are shown: of the tenant's questions, but
-- for papers, which are common.
WITH own AS (
    SELECT q.question_id, q.active FROM questions q
    WHERE q.tenant = aitia_tenant()
      AND NOT EXISTS (SELECT FROM removed_subjects r WHERE r.subject_type = 'question' AND r.subject_id = q.question_id)
),
read AS (SELECT x.question_id, x.extraction_id FROM question_extractions x JOIN own o ON o.question_id = x.question_id),
versions AS (
    SELECT v.question_id, v.version, v.created_at FROM verdicts v JOIN own o ON o.question_id = v.question_id
),
ledger AS (
    SELECT l.decision FROM claim_ledger l
    WHERE l.in_force AND l.extraction_id IN (SELECT extraction_id FROM read)
),
sent AS (SELECT s.status FROM searches s JOIN own o ON o.question_id = s.question_id WHERE s.status <> 'planned'),
calls AS (
    SELECT c.price, c.created_at >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS today
    FROM model_calls c WHERE c.tenant = aitia_tenant()
)
SELECT *
FROM (VALUES
    ('questions', (SELECT count(*) FROM own)::numeric),
    ('questions paused', (SELECT count(*) FROM own WHERE NOT active)),
    ('questions without a verdict', (SELECT count(*) FROM own o
        WHERE NOT EXISTS (SELECT FROM versions v WHERE v.question_id = o.question_id))),
    ('verdicts, all versions', (SELECT count(*) FROM versions)),
    ('verdicts changed in the last 7 days', (SELECT count(*) FROM versions
        WHERE version > 1 AND created_at > now() - interval '7 days')),
    ('papers', (SELECT count(*) FROM papers)),
    ('papers retracted', (SELECT count(*) FROM papers WHERE retraction_status = 'retracted')),
    ('searches', (SELECT count(*) FROM sent)),
    ('searches incomplete', (SELECT count(*) FROM sent WHERE status = 'incomplete')),
    ('claims waiting for a review', (SELECT count(*) FROM ledger WHERE decision = 'review')),
    ('claims refused', (SELECT count(*) FROM ledger WHERE decision = 'rejected')),
    ('readings', (SELECT count(DISTINCT extraction_id) FROM read)),
    ('readings taken from the cache', (SELECT count(*) - count(DISTINCT extraction_id) FROM read)),
    ('model calls', (SELECT count(*) FROM calls)),
    ('model calls today (UTC)', (SELECT count(*) FROM calls WHERE today)),
    ('US dollars', (SELECT round(coalesce(sum(price), 0)::numeric, 4) FROM calls)),
    ('US dollars today (UTC)', (SELECT round(coalesce(sum(price), 0)::numeric, 4) FROM calls WHERE today))
) AS counters (counter, value);

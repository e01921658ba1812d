-- Claims and estimates whose columns differ from the proposal as it was returned.
SELECT 'claims' AS table_name, c.claim_id AS row_key, 'its columns differ from the proposal' AS what
FROM claims c
WHERE (c.payload ->> 'claim_id', c.payload ->> 'relation', c.payload ->> 'direction', c.payload ->> 'cause', c.payload ->> 'effect',
       (c.payload ->> 'confidence')::float, c.payload -> 'quote' ->> 'text', c.payload ->> 'paper_id')
      IS DISTINCT FROM (c.claim_id, c.relation, c.direction, c.cause, c.effect, c.confidence, c.quote, c.paper_id)
UNION ALL
SELECT 'effect_estimates', e.estimate_id, 'is not among the proposal''s estimates'
FROM effect_estimates e
JOIN claims c ON c.claim_id = e.claim_id AND c.extraction_id = e.extraction_id
WHERE NOT EXISTS (
    SELECT 1 FROM jsonb_array_elements(c.payload -> 'estimates') AS said
    WHERE (said ->> 'measure', (said ->> 'point')::float, (said ->> 'low')::float, (said ->> 'high')::float)
          IS NOT DISTINCT FROM (e.measure, e.point, e.low, e.high));

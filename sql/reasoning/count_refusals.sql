-- How many claims that were read for the tenant's questions the rules in force refuse, by rule, the most first.
SELECT l.rule, count(*) AS refused
FROM claim_ledger l
WHERE l.decision = 'rejected' AND l.in_force
  AND l.extraction_id IN (SELECT x.extraction_id FROM question_extractions x
                          JOIN questions q ON q.question_id = x.question_id WHERE q.tenant = aitia_tenant())
GROUP BY l.rule
ORDER BY refused DESC, l.rule;

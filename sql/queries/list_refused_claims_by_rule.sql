-- What did the engines propose that the validators refused, and under which rule?
SELECT rule, engine, count(*) AS refused, min(quote) AS example, min(reason) AS reason
FROM claim_ledger
WHERE decision = 'rejected' AND in_force
GROUP BY rule, engine
ORDER BY refused DESC, rule;

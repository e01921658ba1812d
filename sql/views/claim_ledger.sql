-- Every proposed claim with what each version of the validators decided, the edge it became, and whether that stands.
DROP VIEW IF EXISTS claim_ledger CASCADE;
CREATE VIEW claim_ledger AS
SELECT c.claim_id, c.extraction_id, x.engine, x.engine_version, c.paper_id, p.title, p.year,
       c.cause, c.relation, c.effect, c.direction, c.confidence, c.quote,
       d.validators_version, coalesce(d.decision, 'undecided') AS decision, d.rule, d.reason, d.findings,
       d.validators_version IS NOT DISTINCT FROM (SELECT version FROM rule_versions ORDER BY seq DESC LIMIT 1)
           AS in_force,
       e.id AS edge_id, s.id IS NOT NULL AS stands
FROM claims c
JOIN extractions x ON x.extraction_id = c.extraction_id
JOIN papers p ON p.paper_id = c.paper_id
LEFT JOIN claim_decisions d ON d.claim_id = c.claim_id AND d.extraction_id = c.extraction_id
LEFT JOIN edges e ON e.claim_id = c.claim_id AND e.extraction_id = c.extraction_id
LEFT JOIN standing_edges s ON s.id = e.id AND s.validators_version = d.validators_version;

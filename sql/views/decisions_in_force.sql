-- What the rules in force (the newest of `rule_versions`) decided of each claim that they have seen.
DROP VIEW IF EXISTS decisions_in_force CASCADE;
CREATE VIEW decisions_in_force AS
SELECT d.*
FROM claim_decisions d
WHERE d.validators_version = (SELECT version FROM rule_versions ORDER BY seq DESC LIMIT 1);

-- Which claims wait for a person, most confident first?
SELECT claim_id, cause, relation, effect, confidence, quote, title, reason
FROM claim_ledger
WHERE decision = 'review'
  AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.subject_type = 'claim' AND r.subject_id = claim_id)
ORDER BY confidence DESC, claim_id;

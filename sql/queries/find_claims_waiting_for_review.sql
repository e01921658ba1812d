-- Which claims wait for a person, most confident first?
SELECT claim_id, cause, relation, effect, confidence, quote, title, reason
FROM claim_ledger
WHERE decision = 'review' AND in_force
  AND NOT EXISTS (SELECT 1 FROM standing_reviews r
                  WHERE r.subject_type = 'claim' AND r.subject_id = claim_id AND r.decision <> 'withdrawn')
ORDER BY confidence DESC, claim_id;

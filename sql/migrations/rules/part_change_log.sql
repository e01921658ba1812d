-- A change is seen by whoever sees what changed: that both ends of another tenant's edge are known to somebody does
-- not make the edge theirs.
ALTER POLICY own ON change_log USING (
    CASE table_name
        WHEN 'edges' THEN row_id IN (SELECT e.id FROM edges e)
        WHEN 'claim_decisions' THEN row_id IN (SELECT c.claim_id FROM claims c)
        WHEN 'alias_links' THEN row_id IN (SELECT l.link_id FROM alias_links l)
        WHEN 'reviews' THEN row_id IN (SELECT r.review_id FROM reviews r)
        WHEN 'study_links' THEN node_ids <@ ARRAY(SELECT n.id FROM nodes n)
        WHEN 'papers' THEN node_ids <@ ARRAY(SELECT n.id FROM nodes n)
        ELSE false
    END
);

-- Which version of the rules is in force, and that no edge exists without a decision of it that lets the edge in.

CREATE TRIGGER rule_versions_never_changed BEFORE UPDATE ON rule_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_update();
CREATE TRIGGER rule_versions_never_deleted BEFORE DELETE ON rule_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_delete();

-- A store from before: the version that decided last is in force.
INSERT INTO rule_versions (version)
SELECT validators_version FROM claim_decisions ORDER BY created_at DESC, validators_version DESC LIMIT 1;

-- `decisions_in_force` and `standing_reviews` are views of sql/views.
CREATE FUNCTION refuse_unadmitted_edge() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    decided text;
    said text;
BEGIN
    SELECT d.decision INTO decided FROM decisions_in_force d
    WHERE d.claim_id = NEW.claim_id AND d.extraction_id = NEW.extraction_id;
    SELECT r.decision INTO said FROM standing_reviews r
    WHERE r.subject_type = 'claim' AND r.subject_id = NEW.claim_id;
    IF decided = 'accepted' OR (decided = 'review' AND said = 'accept') THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'no decision of the rules in force lets edge % in', NEW.id
        USING ERRCODE = 'check_violation', TABLE = 'edges', CONSTRAINT = 'edges_admitted',
            DETAIL = format('Claim %s of extraction %s is %s.', NEW.claim_id, NEW.extraction_id,
                            coalesce(decided, 'undecided'));
END
$$;

-- Fires after the row's own checks and keys, whose messages say more, and not for a row that is there already.
CREATE TRIGGER edges_refuse_unadmitted AFTER INSERT ON edges
    FOR EACH ROW EXECUTE FUNCTION refuse_unadmitted_edge();

-- A claim that is an edge and is decided anew touches the edge's nodes.
CREATE FUNCTION record_decision_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    edge edges%ROWTYPE;
BEGIN
    SELECT * INTO edge FROM edges WHERE claim_id = NEW.claim_id AND extraction_id = NEW.extraction_id;
    IF FOUND THEN
        PERFORM record_change(
            'claim_decisions', NEW.claim_id, TG_OP, ARRAY[edge.source_node_id, edge.target_node_id],
            edge.provenance -> 'meta' ->> 'source_paper_id'
        );
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER claim_decisions_recorded AFTER INSERT ON claim_decisions
    FOR EACH ROW EXECUTE FUNCTION record_decision_change();

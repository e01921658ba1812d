-- Nothing is destroyed: what was read, proposed, decided or concluded is never rewritten. A decision is
-- taken back by a new row that supersedes it.

CREATE FUNCTION refuse_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'never_changed',
            HINT = 'Insert a new row (that supersedes this one, where the table has such a column).';
END
$$;

CREATE FUNCTION refuse_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are never deleted', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'never_deleted',
            HINT = 'Insert a row that supersedes this one.';
END
$$;

-- Texts and proposals: as read, for good.
CREATE TRIGGER passages_never_changed BEFORE UPDATE ON passages
    FOR EACH ROW EXECUTE FUNCTION refuse_update();
CREATE TRIGGER claims_never_changed BEFORE UPDATE ON claims
    FOR EACH ROW EXECUTE FUNCTION refuse_update();
CREATE TRIGGER effect_estimates_never_changed BEFORE UPDATE ON effect_estimates
    FOR EACH ROW EXECUTE FUNCTION refuse_update();
CREATE TRIGGER claim_decisions_never_changed BEFORE UPDATE ON claim_decisions
    FOR EACH ROW EXECUTE FUNCTION refuse_update();
CREATE TRIGGER edges_never_changed BEFORE UPDATE ON edges
    FOR EACH ROW EXECUTE FUNCTION refuse_update();
CREATE TRIGGER search_hits_never_changed BEFORE UPDATE ON search_hits
    FOR EACH ROW EXECUTE FUNCTION refuse_update();
CREATE TRIGGER change_log_never_changed BEFORE UPDATE ON change_log
    FOR EACH ROW EXECUTE FUNCTION refuse_update();

-- Decisions and conclusions: neither changed nor deleted.
CREATE TRIGGER alias_links_never_changed BEFORE UPDATE ON alias_links
    FOR EACH ROW EXECUTE FUNCTION refuse_update();
CREATE TRIGGER alias_links_never_deleted BEFORE DELETE ON alias_links
    FOR EACH ROW EXECUTE FUNCTION refuse_delete();
CREATE TRIGGER study_links_never_changed BEFORE UPDATE ON study_links
    FOR EACH ROW EXECUTE FUNCTION refuse_update();
CREATE TRIGGER study_links_never_deleted BEFORE DELETE ON study_links
    FOR EACH ROW EXECUTE FUNCTION refuse_delete();
CREATE TRIGGER reviews_never_changed BEFORE UPDATE ON reviews
    FOR EACH ROW EXECUTE FUNCTION refuse_update();
CREATE TRIGGER reviews_never_deleted BEFORE DELETE ON reviews
    FOR EACH ROW EXECUTE FUNCTION refuse_delete();
CREATE TRIGGER retraction_signals_never_changed BEFORE UPDATE ON retraction_signals
    FOR EACH ROW EXECUTE FUNCTION refuse_update();
CREATE TRIGGER retraction_signals_never_deleted BEFORE DELETE ON retraction_signals
    FOR EACH ROW EXECUTE FUNCTION refuse_delete();
CREATE TRIGGER graded_relations_never_changed BEFORE UPDATE ON graded_relations
    FOR EACH ROW EXECUTE FUNCTION refuse_update();
CREATE TRIGGER graded_relations_never_deleted BEFORE DELETE ON graded_relations
    FOR EACH ROW EXECUTE FUNCTION refuse_delete();
CREATE TRIGGER graded_relation_edges_never_changed BEFORE UPDATE ON graded_relation_edges
    FOR EACH ROW EXECUTE FUNCTION refuse_update();
CREATE TRIGGER graded_relation_edges_never_deleted BEFORE DELETE ON graded_relation_edges
    FOR EACH ROW EXECUTE FUNCTION refuse_delete();
CREATE TRIGGER verdicts_never_changed BEFORE UPDATE ON verdicts
    FOR EACH ROW EXECUTE FUNCTION refuse_update();
CREATE TRIGGER verdicts_never_deleted BEFORE DELETE ON verdicts
    FOR EACH ROW EXECUTE FUNCTION refuse_delete();
CREATE TRIGGER verdict_relations_never_changed BEFORE UPDATE ON verdict_relations
    FOR EACH ROW EXECUTE FUNCTION refuse_update();
CREATE TRIGGER verdict_relations_never_deleted BEFORE DELETE ON verdict_relations
    FOR EACH ROW EXECUTE FUNCTION refuse_delete();

-- What a node is, and what a search sent, stays; the rest of the row may follow.
CREATE TRIGGER nodes_keep_identity BEFORE UPDATE OF id, type, canonical_name ON nodes
    FOR EACH ROW
    WHEN ((OLD.id, OLD.type, OLD.canonical_name) IS DISTINCT FROM (NEW.id, NEW.type, NEW.canonical_name))
    EXECUTE FUNCTION refuse_update();
CREATE TRIGGER searches_keep_query BEFORE UPDATE ON searches
    FOR EACH ROW
    WHEN ((OLD.search_id, OLD.question_id, OLD.source, OLD.query, OLD.terms, OLD.filters)
        IS DISTINCT FROM (NEW.search_id, NEW.question_id, NEW.source, NEW.query, NEW.terms, NEW.filters))
    EXECUTE FUNCTION refuse_update();

-- An estimate or a decision that an accepted edge rests on. (Foreign keys guard all else that one rests on.)
CREATE FUNCTION refuse_delete_under_edge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM edges WHERE claim_id = OLD.claim_id AND extraction_id = OLD.extraction_id) THEN
        RAISE EXCEPTION 'an accepted edge rests on this row of %', TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'accepted_rests_on_it',
                DETAIL = format('Claim %s of extraction %s.', OLD.claim_id, OLD.extraction_id);
    END IF;
    RETURN OLD;
END
$$;

CREATE TRIGGER effect_estimates_kept BEFORE DELETE ON effect_estimates
    FOR EACH ROW EXECUTE FUNCTION refuse_delete_under_edge();
CREATE TRIGGER claim_decisions_kept BEFORE DELETE ON claim_decisions
    FOR EACH ROW EXECUTE FUNCTION refuse_delete_under_edge();

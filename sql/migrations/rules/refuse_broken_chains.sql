-- A row that supersedes another speaks of the same thing, and no row is superseded twice.

CREATE UNIQUE INDEX rule_alias_links_superseded_once ON alias_links (supersedes) WHERE supersedes IS NOT NULL;
CREATE UNIQUE INDEX rule_study_links_superseded_once ON study_links (supersedes) WHERE supersedes IS NOT NULL;
CREATE UNIQUE INDEX rule_reviews_superseded_once ON reviews (supersedes) WHERE supersedes IS NOT NULL;
CREATE UNIQUE INDEX rule_graded_relations_superseded_once ON graded_relations (supersedes)
    WHERE supersedes IS NOT NULL;
CREATE UNIQUE INDEX rule_verdicts_superseded_once ON verdicts (supersedes) WHERE supersedes IS NOT NULL;

-- The columns that must agree are the trigger's arguments; the first one is the table's own key.
CREATE FUNCTION refuse_strange_successor() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    old_row jsonb;
    new_row jsonb := to_jsonb(NEW);
    place int;
BEGIN
    IF NEW.supersedes IS NULL THEN
        RETURN NEW;
    END IF;
    EXECUTE format('SELECT to_jsonb(t) FROM %I.%I t WHERE %I = $1', TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_ARGV[0])
        INTO old_row USING NEW.supersedes;
    IF old_row IS NULL THEN
        RETURN NEW;  -- the foreign key says so better
    END IF;
    FOR place IN 1 .. TG_NARGS - 1 LOOP
        IF old_row -> TG_ARGV[place] IS DISTINCT FROM new_row -> TG_ARGV[place] THEN
            RAISE EXCEPTION 'row % of % supersedes a row with another %',
                new_row ->> TG_ARGV[0], TG_TABLE_NAME, TG_ARGV[place]
                USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'supersedes_its_like';
        END IF;
    END LOOP;
    RETURN NEW;
END
$$;

CREATE TRIGGER alias_links_supersede BEFORE INSERT ON alias_links
    FOR EACH ROW EXECUTE FUNCTION refuse_strange_successor('link_id', 'node_a', 'node_b');
CREATE TRIGGER study_links_supersede BEFORE INSERT ON study_links
    FOR EACH ROW EXECUTE FUNCTION refuse_strange_successor('link_id', 'paper_id');
CREATE TRIGGER reviews_supersede BEFORE INSERT ON reviews
    FOR EACH ROW EXECUTE FUNCTION refuse_strange_successor('review_id', 'subject_type', 'subject_id');
CREATE TRIGGER graded_relations_supersede BEFORE INSERT ON graded_relations
    FOR EACH ROW EXECUTE FUNCTION refuse_strange_successor('graded_relation_id', 'question_id', 'relation_key');
CREATE TRIGGER verdicts_supersede BEFORE INSERT ON verdicts
    FOR EACH ROW EXECUTE FUNCTION refuse_strange_successor('verdict_id', 'question_id');

-- Versions run 1, 2, 3 … without a gap, each naming the one before it.
CREATE FUNCTION refuse_version_gap() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    before int;
BEGIN
    IF NEW.version = 1 AND NEW.supersedes IS NULL THEN
        RETURN NEW;
    END IF;
    EXECUTE format('SELECT version FROM %I.%I WHERE %I = $1', TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_ARGV[0])
        INTO before USING NEW.supersedes;
    IF before IS DISTINCT FROM NEW.version - 1 THEN
        RAISE EXCEPTION 'version % in % must supersede version %', NEW.version, TG_TABLE_NAME, NEW.version - 1
            USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'versions_without_gap';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER graded_relations_versions BEFORE INSERT ON graded_relations
    FOR EACH ROW EXECUTE FUNCTION refuse_version_gap('graded_relation_id');
CREATE TRIGGER verdicts_versions BEFORE INSERT ON verdicts
    FOR EACH ROW EXECUTE FUNCTION refuse_version_gap('verdict_id');

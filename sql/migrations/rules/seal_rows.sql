-- A seal for each row of what was read, decided and concluded: a hash of the whole row, written by triggers with the
-- row. `aitia db verify` works it out anew, so that a row that was changed, deleted or written past the triggers is
-- named. NULLs are left out, so that a later migration may add a column that may be NULL; and the numbers of
-- transactions, which are the server's own and move when a store is restored on another one.

CREATE FUNCTION seal_rows() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET timezone = 'UTC' SET extra_float_digits = 1 AS $$
BEGIN
    INSERT INTO seals (table_name, row_key, seal)
    SELECT TG_TABLE_NAME,
           (SELECT string_agg(to_jsonb(f) ->> k.name, E'\x1f' ORDER BY k.place)
            FROM unnest(TG_ARGV::text[]) WITH ORDINALITY AS k (name, place)),
           sha256(convert_to(jsonb_strip_nulls(to_jsonb(f) - 'transaction_id')::text, 'UTF8'))
    FROM fresh f
    ON CONFLICT (table_name, row_key) DO UPDATE SET seal = EXCLUDED.seal;
    RETURN NULL;
END
$$;

DO $$
DECLARE
    item record;
BEGIN
    FOR item IN
        SELECT * FROM (VALUES
            ('papers', '{paper_id}', true), ('searches', '{search_id}', true),
            ('extractions', '{extraction_id}', true), ('passages', '{passage_id}', false),
            ('paper_conflicts', '{conflict_id}', false), ('retraction_signals', '{signal_id}', false),
            ('claims', '{claim_id,extraction_id}', false), ('effect_estimates', '{estimate_id}', false),
            ('claim_decisions', '{claim_id,extraction_id,validators_version}', false),
            ('rule_versions', '{seq}', false), ('nodes', '{id}', false), ('edges', '{id}', false),
            ('alias_links', '{link_id}', false), ('studies', '{study_id}', false),
            ('study_links', '{link_id}', false), ('reviews', '{review_id}', false),
            ('graded_relations', '{graded_relation_id}', false),
            ('graded_relation_edges', '{graded_relation_id,edge_id}', false),
            ('insights', '{insight_id}', false), ('verdicts', '{verdict_id}', false),
            ('verdict_relations', '{verdict_id,graded_relation_id}', false),
            ('verdict_wordings', '{verdict_id,kind}', false), ('model_calls', '{cache_key}', false),
            ('change_log', '{seq}', false)
        ) AS sealed (name, keys, changes)
    LOOP
        EXECUTE format(
            'CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS fresh
             FOR EACH STATEMENT EXECUTE FUNCTION seal_rows(%s)',
            item.name || '_sealed', item.name,
            (SELECT string_agg(quote_literal(key), ', ') FROM unnest(item.keys::text[]) AS key));
        IF item.changes THEN
            EXECUTE format(
                'CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS fresh
                 FOR EACH STATEMENT EXECUTE FUNCTION seal_rows(%s)',
                item.name || '_sealed_again', item.name,
                (SELECT string_agg(quote_literal(key), ', ') FROM unnest(item.keys::text[]) AS key));
        END IF;
        -- Rows of before are sealed as they stand.
        EXECUTE format(
            'INSERT INTO seals (table_name, row_key, seal)
             SELECT %L, (SELECT string_agg(to_jsonb(f) ->> k.name, E''\x1f'' ORDER BY k.place)
                         FROM unnest(%L::text[]) WITH ORDINALITY AS k (name, place)),
                    sha256(convert_to(jsonb_strip_nulls(to_jsonb(f) - ''transaction_id'')::text, ''UTF8''))
             FROM %I f', item.name, item.keys, item.name);
    END LOOP;
END
$$;

CREATE FUNCTION refuse_change_of_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF pg_trigger_depth() > 1 THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'seals are written by triggers only'
        USING ERRCODE = 'restrict_violation', TABLE = 'seals', CONSTRAINT = 'seals_by_triggers';
END
$$;

CREATE TRIGGER seals_by_triggers BEFORE INSERT OR UPDATE ON seals
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_seal();

-- The log is written by triggers, too, whatever the rights of the role that changes the graph.
ALTER FUNCTION record_change(text, text, text, text[], text) SECURITY DEFINER;

CREATE FUNCTION refuse_written_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF pg_trigger_depth() > 1 THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the change log is written by triggers only'
        USING ERRCODE = 'restrict_violation', TABLE = 'change_log', CONSTRAINT = 'change_log_by_triggers';
END
$$;

CREATE TRIGGER change_log_by_triggers BEFORE INSERT ON change_log
    FOR EACH ROW EXECUTE FUNCTION refuse_written_change();

-- A function of a trigger looks its tables up in this schema, whatever temporary table a session has made.
DO $$
DECLARE
    made regprocedure;
BEGIN
    FOR made IN
        SELECT p.oid::regprocedure FROM pg_proc p
        WHERE p.pronamespace = current_schema()::regnamespace
          AND p.proname IN (
              'change_log_horizon', 'nodes_of_paper', 'record_alias_change', 'record_change', 'record_decision_change',
              'record_edge_change', 'record_retraction_change', 'record_review_change', 'record_study_link_change',
              'refuse_change_of_seal', 'refuse_delete', 'refuse_delete_under_edge', 'refuse_false_edge',
              'refuse_lost_text', 'refuse_other_changes', 'refuse_rule_over_person', 'refuse_strange_successor',
              'refuse_truncate', 'refuse_unadmitted_edge', 'refuse_update', 'refuse_version_gap',
              'refuse_written_change', 'seal_rows')
    LOOP
        EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', made, current_schema());
    END LOOP;
END
$$;

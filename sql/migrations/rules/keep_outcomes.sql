-- What came of a search is written when it is sent, and no later: its outcome changes only together with the moment
-- of sending, and that moment is the transaction's own.

CREATE FUNCTION refuse_outcome_without_sending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what came of search % changes only when it is sent again', OLD.search_id
        USING ERRCODE = 'restrict_violation', TABLE = 'searches', CONSTRAINT = 'searches_outcome_of_a_sending',
            HINT = 'aitia refresh sends the searches of a question again.';
END
$$;

CREATE TRIGGER searches_outcome_of_a_sending BEFORE UPDATE ON searches
    FOR EACH ROW
    WHEN ((OLD.status, OLD.reported, OLD.returned, OLD.error, OLD.warnings, OLD.sent_at)
          IS DISTINCT FROM (NEW.status, NEW.reported, NEW.returned, NEW.error, NEW.warnings, NEW.sent_at)
          AND NEW.sent_at IS DISTINCT FROM transaction_timestamp())
    EXECUTE FUNCTION refuse_outcome_without_sending();

DO $$
BEGIN
    EXECUTE format('ALTER FUNCTION refuse_outcome_without_sending() SET search_path = %I, pg_temp', current_schema());
END
$$;

-- Questions and rounds are sealed, too. Their numbers of transactions move with every run, and when a store is restored.
CREATE OR REPLACE FUNCTION seal_rows() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET timezone = 'UTC' SET extra_float_digits = 1 AS $$
BEGIN
    INSERT INTO seals (table_name, row_key, seal)
    SELECT TG_TABLE_NAME,
           (SELECT string_agg(to_jsonb(f) ->> k.name, E'\x1f' ORDER BY k.place)
            FROM unnest(TG_ARGV::text[]) WITH ORDINALITY AS k (name, place)),
           sha256(convert_to(jsonb_strip_nulls(
               to_jsonb(f) - ARRAY['transaction_id', 'reasoned_below', 'marked_in'])::text, 'UTF8'))
    FROM fresh f
    ON CONFLICT (table_name, row_key) DO UPDATE SET seal = EXCLUDED.seal;
    RETURN NULL;
END
$$;

DO $$
DECLARE
    item record;
BEGIN
    EXECUTE format('ALTER FUNCTION seal_rows() SET search_path = %I, pg_temp', current_schema());
    FOR item IN SELECT * FROM (VALUES ('questions', '{question_id}'), ('rounds', '{question_id,round_no}'))
                AS sealed (name, keys)
    LOOP
        EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS fresh
                        FOR EACH STATEMENT EXECUTE FUNCTION seal_rows(%s)',
                       item.name || '_sealed', item.name,
                       (SELECT string_agg(quote_literal(key), ', ') FROM unnest(item.keys::text[]) AS key));
        EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS fresh
                        FOR EACH STATEMENT EXECUTE FUNCTION seal_rows(%s)',
                       item.name || '_sealed_again', item.name,
                       (SELECT string_agg(quote_literal(key), ', ') FROM unnest(item.keys::text[]) AS key));
        -- Rows of before are sealed as they stand.
        EXECUTE 'ALTER TABLE seals DISABLE TRIGGER seals_by_triggers';
        EXECUTE format(
            'INSERT INTO seals (table_name, row_key, seal)
             SELECT %L, (SELECT string_agg(to_jsonb(f) ->> k.name, E''\x1f'' ORDER BY k.place)
                         FROM unnest(%L::text[]) WITH ORDINALITY AS k (name, place)),
                    sha256(convert_to(jsonb_strip_nulls(
                        to_jsonb(f) - ARRAY[''transaction_id'', ''reasoned_below'', ''marked_in''])::text, ''UTF8''))
             FROM %I f', item.name, item.keys, item.name);
        EXECUTE 'ALTER TABLE seals ENABLE TRIGGER seals_by_triggers';
    END LOOP;
END
$$;

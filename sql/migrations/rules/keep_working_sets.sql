-- What follows every run is held too: hits of searches, decisions of the gate, which reading stands for a paper, and
-- the nodes of a question. They change while a run is at work on the question, and not once it has been answered. Each
-- set has one seal: the exclusive or of the hashes of its rows, which a statement moves by the rows that it touched.

-- The hashes of a set, and what a seal keeps of them; a set without rows has that of nothing.
CREATE FUNCTION seal_of_set(hashes bit(256)) RETURNS bytea LANGUAGE sql IMMUTABLE AS
$$ SELECT convert_to(coalesce(hashes, repeat('0', 256)::bit(256))::text, 'UTF8') $$;

CREATE FUNCTION hash_of_row(said jsonb) RETURNS bit(256) LANGUAGE sql IMMUTABLE AS
$$ SELECT ('x' || encode(sha256(convert_to(jsonb_strip_nulls(said)::text, 'UTF8')), 'hex'))::bit(256) $$;

-- The argument is the column that names the set.
CREATE FUNCTION seal_sets() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET timezone = 'UTC' SET extra_float_digits = 1 AS $$
DECLARE
    touched jsonb;
BEGIN
    IF TG_OP = 'INSERT' THEN
        SELECT jsonb_object_agg(key, hashes) INTO touched FROM (
            SELECT to_jsonb(f) ->> TG_ARGV[0] AS key, bit_xor(hash_of_row(to_jsonb(f)))::text AS hashes
            FROM fresh f GROUP BY 1) AS sets;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT jsonb_object_agg(key, hashes) INTO touched FROM (
            SELECT to_jsonb(s) ->> TG_ARGV[0] AS key, bit_xor(hash_of_row(to_jsonb(s)))::text AS hashes
            FROM stale s GROUP BY 1) AS sets;
    ELSE
        SELECT jsonb_object_agg(key, hashes) INTO touched FROM (
            SELECT said ->> TG_ARGV[0] AS key, bit_xor(hash_of_row(said))::text AS hashes
            FROM (SELECT to_jsonb(f) AS said FROM fresh f UNION ALL SELECT to_jsonb(s) FROM stale s) AS both_ways
            GROUP BY 1) AS sets;
    END IF;
    INSERT INTO seals (table_name, row_key, seal)
    SELECT TG_TABLE_NAME, key, seal_of_set(value::bit(256)) FROM jsonb_each_text(touched) ORDER BY key
    ON CONFLICT (table_name, row_key) DO UPDATE
        SET seal = seal_of_set(convert_from(seals.seal, 'UTF8')::bit(256)
                               # convert_from(EXCLUDED.seal, 'UTF8')::bit(256));
    RETURN NULL;
END
$$;

CREATE FUNCTION is_settled(question text) RETURNS boolean LANGUAGE sql STABLE AS
$$ SELECT EXISTS (SELECT FROM questions q
                  WHERE q.question_id = question AND split_part(q.settled_inputs, chr(10), 2) <> '') $$;

-- Rows of a question that was answered stay as they are until a run begins to change them (`unsettle_question.sql`).
CREATE FUNCTION refuse_change_of_settled() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    question text;
BEGIN
    IF TG_OP = 'INSERT' THEN
        SELECT id INTO question FROM (SELECT DISTINCT question_id AS id FROM fresh) AS ids WHERE is_settled(id);
    ELSIF TG_OP = 'DELETE' THEN
        SELECT id INTO question FROM (SELECT DISTINCT question_id AS id FROM stale) AS ids WHERE is_settled(id);
    ELSE
        SELECT id INTO question
        FROM (SELECT question_id AS id FROM fresh UNION SELECT question_id FROM stale) AS ids WHERE is_settled(id);
    END IF;
    IF FOUND THEN
        RAISE EXCEPTION 'rows of % of question % change only while it is answered', TG_TABLE_NAME, question
            USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'settled_stays',
                HINT = 'aitia ask, with --refresh where its sources may say something new, answers it again.';
    END IF;
    RETURN NULL;
END
$$;

-- Hits follow a search that is sent: one of the question's, in the same transaction.
CREATE FUNCTION refuse_hits_without_sending() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    question text;
BEGIN
    IF TG_OP = 'INSERT' THEN
        SELECT id INTO question FROM (SELECT DISTINCT question_id AS id FROM fresh JOIN searches USING (search_id)) AS ids
        WHERE is_settled(id) AND NOT EXISTS (
            SELECT FROM searches s WHERE s.question_id = id AND s.sent_at = transaction_timestamp());
    ELSE
        SELECT id INTO question FROM (SELECT DISTINCT question_id AS id FROM stale JOIN searches USING (search_id)) AS ids
        WHERE is_settled(id) AND NOT EXISTS (
            SELECT FROM searches s WHERE s.question_id = id AND s.sent_at = transaction_timestamp());
    END IF;
    IF FOUND THEN
        RAISE EXCEPTION 'hits of question % change only when it is searched for again', question
            USING ERRCODE = 'restrict_violation', TABLE = 'search_hits', CONSTRAINT = 'hits_of_a_sending',
                HINT = 'aitia refresh sends the searches of a question again.';
    END IF;
    RETURN NULL;
END
$$;

-- What a question means and what it is asked of: what was settled was settled for that.
CREATE FUNCTION refuse_other_question() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'question % was answered as it stands; it changes only while it is answered', OLD.question_id
        USING ERRCODE = 'restrict_violation', TABLE = 'questions', CONSTRAINT = 'questions_settled_stays',
            HINT = 'aitia ask answers it again.';
END
$$;

CREATE TRIGGER questions_settled_stay BEFORE UPDATE ON questions
    FOR EACH ROW
    WHEN (split_part(NEW.settled_inputs, chr(10), 2) <> '' AND
          (OLD.kind, OLD.domain, OLD.intervention, OLD.comparator, OLD.outcome, OLD.population, OLD.conditions,
           OLD.expected_direction, OLD.outcome_polarity, OLD.options, OLD.sources, OLD.kept_sources, OLD.documents)
          IS DISTINCT FROM
          (NEW.kind, NEW.domain, NEW.intervention, NEW.comparator, NEW.outcome, NEW.population, NEW.conditions,
           NEW.expected_direction, NEW.outcome_polarity, NEW.options, NEW.sources, NEW.kept_sources, NEW.documents))
    EXECUTE FUNCTION refuse_other_question();

-- What a round found is noted when it is found.
CREATE FUNCTION refuse_note_of_another_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what round % of question % found is noted by its run only', OLD.round_no, OLD.question_id
        USING ERRCODE = 'restrict_violation', TABLE = 'rounds', CONSTRAINT = 'rounds_noted_in_time';
END
$$;

CREATE TRIGGER rounds_noted_in_time BEFORE UPDATE ON rounds
    FOR EACH ROW
    WHEN ((OLD.changed, OLD.finished_at) IS DISTINCT FROM (NEW.changed, NEW.finished_at)
          AND NEW.finished_at IS DISTINCT FROM transaction_timestamp())
    EXECUTE FUNCTION refuse_note_of_another_time();

-- What services and files say of a paper is stored when they are asked. Its standing moves with what is said of that
-- (`retraction_signals`, `reviews`), and a full text is added once.
CREATE FUNCTION refuse_paper_of_another_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM searches s WHERE s.sent_at = transaction_timestamp())
        OR NOT EXISTS (SELECT FROM search_hits h JOIN searches s USING (search_id)
                       WHERE h.paper_id = OLD.paper_id AND is_settled(s.question_id))
    THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'paper % changes only when its sources are searched again', OLD.paper_id
        USING ERRCODE = 'restrict_violation', TABLE = 'papers', CONSTRAINT = 'papers_follow_a_sending',
            HINT = 'aitia refresh sends the searches of a question again.';
END
$$;

CREATE TRIGGER papers_follow_a_sending BEFORE UPDATE ON papers
    FOR EACH ROW
    WHEN (to_jsonb(OLD) - ARRAY['retraction_status', 'sections', 'content_hash']
          IS DISTINCT FROM to_jsonb(NEW) - ARRAY['retraction_status', 'sections', 'content_hash']
          OR OLD.sections <> '[]' AND OLD.sections IS DISTINCT FROM NEW.sections)
    EXECUTE FUNCTION refuse_paper_of_another_time();

CREATE TRIGGER imported_edges_never_deleted BEFORE DELETE ON imported_edges
    FOR EACH ROW EXECUTE FUNCTION refuse_delete();
CREATE TRIGGER question_nodes_never_changed BEFORE UPDATE ON question_nodes
    FOR EACH ROW EXECUTE FUNCTION refuse_update();

DO $$
DECLARE
    item record;
    event record;
BEGIN
    FOR item IN SELECT p.oid::regprocedure AS made FROM pg_proc p
        WHERE p.pronamespace = current_schema()::regnamespace
          AND p.proname IN ('seal_sets', 'is_settled', 'refuse_change_of_settled',
                            'refuse_hits_without_sending', 'refuse_other_question', 'refuse_note_of_another_time',
                            'refuse_paper_of_another_time')
    LOOP
        EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', item.made, current_schema());
    END LOOP;
    ALTER TABLE seals DISABLE TRIGGER seals_by_triggers;
    FOR item IN SELECT * FROM (VALUES
        ('search_hits', 'search_id', 'refuse_hits_without_sending'),
        ('question_papers', 'question_id', 'refuse_change_of_settled'),
        ('question_extractions', 'question_id', 'refuse_change_of_settled'),
        ('question_nodes', 'question_id', 'refuse_change_of_settled'),
        ('edge_names', 'edge_id', NULL), ('imported_edges', 'source', NULL)) AS sets (name, key, rule)
    LOOP
        FOR event IN SELECT * FROM (VALUES
            ('INSERT', 'NEW TABLE AS fresh', ''), ('DELETE', 'OLD TABLE AS stale', '_deleted'),
            ('UPDATE', 'OLD TABLE AS stale NEW TABLE AS fresh', '_changed')) AS events (name, tables, suffix)
        LOOP
            -- Where no row is ever changed or deleted, nothing has to follow it.
            CONTINUE WHEN event.name <> 'INSERT' AND (item.rule IS NULL OR
                event.name = 'UPDATE' AND item.name IN ('search_hits', 'question_nodes'));
            EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION seal_sets(%L)',
                           item.name || '_sealed' || event.suffix, event.name, item.name, event.tables, item.key);
            CONTINUE WHEN item.rule IS NULL;
            EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
                           item.name || '_settled' || event.suffix, event.name, item.name, event.tables, item.rule);
        END LOOP;
        -- Rows of before are sealed as they stand.
        EXECUTE format('INSERT INTO seals (table_name, row_key, seal)
                        SELECT %L, x.%I, seal_of_set(bit_xor(hash_of_row(to_jsonb(x)))) FROM %I x GROUP BY x.%I',
                       item.name, item.key, item.name, item.key);
    END LOOP;
    FOR item IN SELECT * FROM (VALUES
        ('edge_imports', '{import_id}'), ('node_types', '{name}'), ('relation_types', '{name}'),
        ('paper_embeddings', '{paper_id,embedder,content_hash}')) AS rows (name, keys)
    LOOP
        EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS fresh
                        FOR EACH STATEMENT EXECUTE FUNCTION seal_rows(%s)',
                       item.name || '_sealed', item.name,
                       (SELECT string_agg(quote_literal(key), ', ') FROM unnest(item.keys::text[]) AS key));
        EXECUTE format(
            'INSERT INTO seals (table_name, row_key, seal)
             SELECT %L, (SELECT string_agg(to_jsonb(f) ->> k.name, E''\x1f'' ORDER BY k.place)
                         FROM unnest(%L::text[]) WITH ORDINALITY AS k (name, place)),
                    sha256(convert_to(jsonb_strip_nulls(to_jsonb(f))::text, ''UTF8''))
             FROM %I f', item.name, item.keys, item.name);
    END LOOP;
    ALTER TABLE seals ENABLE TRIGGER seals_by_triggers;
END
$$;

-- What was read is as immutable as what was concluded: no table is emptied, rows of what was read, proposed, decided
-- and logged are neither changed nor deleted, and where a row may change it changes only in the columns named here.

CREATE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'table % is never emptied', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'never_emptied',
            HINT = 'To begin anew, drop the database and let aitia make another one.';
END
$$;

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY[
        'alias_links', 'change_log', 'claim_decisions', 'claims', 'edge_names', 'edges', 'effect_estimates',
        'extractions', 'graded_relation_edges', 'graded_relations', 'insights', 'model_calls', 'node_types', 'nodes',
        'paper_conflicts', 'paper_embeddings', 'papers', 'passages', 'question_extractions', 'question_nodes',
        'question_papers', 'questions', 'relation_types', 'retraction_signals', 'reviews', 'rounds', 'rule_versions',
        'seals', 'search_hits', 'searches', 'studies', 'study_links', 'verdict_relations', 'verdict_wordings',
        'verdicts'
    ] LOOP
        EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate()',
                       name || '_never_emptied', name);
    END LOOP;
    FOREACH name IN ARRAY ARRAY[
        'insights', 'model_calls', 'node_types', 'nodes', 'paper_conflicts', 'paper_embeddings', 'relation_types',
        'studies'
    ] LOOP
        EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_update()',
                       name || '_never_changed', name);
    END LOOP;
    FOREACH name IN ARRAY ARRAY[
        'change_log', 'claim_decisions', 'claims', 'edge_names', 'edges', 'effect_estimates', 'extractions',
        'insights', 'model_calls', 'node_types', 'nodes', 'paper_conflicts', 'paper_embeddings', 'papers', 'passages',
        'questions', 'relation_types', 'rounds', 'seals', 'searches', 'studies'
    ] LOOP
        EXECUTE format('CREATE TRIGGER %I BEFORE DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_delete()',
                       name || '_never_deleted', name);
    END LOOP;
END
$$;

-- The arguments are the columns that may change.
CREATE FUNCTION refuse_other_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF to_jsonb(OLD) - TG_ARGV::text[] IS DISTINCT FROM to_jsonb(NEW) - TG_ARGV::text[] THEN
        RAISE EXCEPTION 'rows of % change only in: %', TG_TABLE_NAME, array_to_string(TG_ARGV::text[], ', ')
            USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'never_changed';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER questions_change_little BEFORE UPDATE ON questions FOR EACH ROW EXECUTE FUNCTION refuse_other_changes(
    'kind', 'domain', 'intervention', 'comparator', 'outcome', 'population', 'conditions', 'expected_direction',
    'outcome_polarity', 'options', 'sources', 'documents', 'kept_sources', 'active', 'refresh_hours',
    'settled_inputs', 'reasoned_below', 'marked_in');
CREATE TRIGGER rounds_change_little BEFORE UPDATE ON rounds
    FOR EACH ROW EXECUTE FUNCTION refuse_other_changes('changed', 'finished_at');
CREATE TRIGGER searches_change_little BEFORE UPDATE ON searches
    FOR EACH ROW EXECUTE FUNCTION refuse_other_changes('status', 'reported', 'returned', 'error', 'warnings', 'sent_at');
CREATE TRIGGER papers_change_little BEFORE UPDATE ON papers FOR EACH ROW EXECUTE FUNCTION refuse_other_changes(
    'title', 'title_key', 'abstract', 'year', 'venue', 'authors', 'pmid', 'pmcid', 'doi', 'arxiv_id',
    'publication_types', 'mesh_terms', 'language', 'sections', 'retraction_status', 'source', 'record_id',
    'demonstration', 'content_hash');

-- A reading that failed may be tried again; one that did not is what was read.
CREATE TRIGGER extractions_never_changed BEFORE UPDATE ON extractions
    FOR EACH ROW WHEN (OLD.error IS NULL) EXECUTE FUNCTION refuse_update();
CREATE TRIGGER extractions_change_little BEFORE UPDATE ON extractions
    FOR EACH ROW EXECUTE FUNCTION refuse_other_changes('mode', 'error', 'notes', 'facts', 'run_id');

-- A paper that stands in files only follows them. What they said before is kept first, or the text stays.
CREATE FUNCTION refuse_lost_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM paper_conflicts c
        WHERE c.paper_id = OLD.paper_id AND c.kind = 'earlier text'
          AND c.record ->> 'title' = OLD.title AND c.record ->> 'abstract' = OLD.abstract
    ) THEN
        RAISE EXCEPTION 'the text of paper % would be lost', OLD.paper_id
            USING ERRCODE = 'restrict_violation', TABLE = 'papers', CONSTRAINT = 'papers_text_kept',
                HINT = 'Keep it first: a row of paper_conflicts of the kind ''earlier text''.';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER papers_keep_text BEFORE UPDATE ON papers FOR EACH ROW
    WHEN ((OLD.title, OLD.abstract) IS DISTINCT FROM (NEW.title, NEW.abstract))
    EXECUTE FUNCTION refuse_lost_text();

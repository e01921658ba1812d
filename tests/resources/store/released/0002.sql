SET check_function_bodies = false;
SELECT pg_catalog.set_config('search_path', '', false);
CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;
COMMENT ON EXTENSION vector IS 'vector data type and ivfflat and hnsw access methods';
CREATE FUNCTION public.change_log_horizon() RETURNS bigint
    LANGUAGE sql STABLE
    AS $$
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint
$$;
CREATE FUNCTION public.nodes_of_paper(paper text) RETURNS text[]
    LANGUAGE sql STABLE
    AS $$
    SELECT array_agg(DISTINCT node ORDER BY node)
    FROM edges e
    JOIN passages p ON p.passage_id = e.passage_id
    CROSS JOIN LATERAL (VALUES (e.source_node_id), (e.target_node_id)) AS ends (node)
    WHERE p.paper_id = paper
$$;
CREATE FUNCTION public.record_alias_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM record_change('alias_links', NEW.link_id, TG_OP, ARRAY[NEW.node_a, NEW.node_b], NULL);
    RETURN NULL;
END
$$;
CREATE FUNCTION public.record_change(changed_table text, changed_row text, operation text, touched text[], paper text) RETURNS void
    LANGUAGE sql
    AS $$
    INSERT INTO change_log (transaction_id, table_name, row_id, operation, node_ids, paper_id)
    VALUES (
        pg_current_xact_id()::text::bigint, changed_table, changed_row, lower(operation),
        coalesce(touched, '{}'), paper
    )
$$;
CREATE FUNCTION public.record_edge_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    edge edges%ROWTYPE;
BEGIN
    IF TG_OP = 'DELETE' THEN edge := OLD; ELSE edge := NEW; END IF;
    PERFORM record_change(
        'edges', edge.id, TG_OP, ARRAY[edge.source_node_id, edge.target_node_id],
        edge.provenance -> 'meta' ->> 'source_paper_id'
    );
    RETURN NULL;
END
$$;
CREATE FUNCTION public.record_retraction_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM record_change('papers', NEW.paper_id, TG_OP, nodes_of_paper(NEW.paper_id), NEW.paper_id);
    RETURN NULL;
END
$$;
CREATE FUNCTION public.record_review_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    touched text[];
    paper text;
    known boolean;
BEGIN
    CASE NEW.subject_type
        WHEN 'edge' THEN
            SELECT true, ARRAY[source_node_id, target_node_id], provenance -> 'meta' ->> 'source_paper_id'
            INTO known, touched, paper FROM edges WHERE id = NEW.subject_id;
        WHEN 'claim' THEN
            SELECT true, c.paper_id INTO known, paper FROM claims c WHERE c.claim_id = NEW.subject_id LIMIT 1;
            SELECT array_agg(DISTINCT node ORDER BY node) INTO touched
            FROM edges e CROSS JOIN LATERAL (VALUES (e.source_node_id), (e.target_node_id)) AS ends (node)
            WHERE e.claim_id = NEW.subject_id;
        WHEN 'alias_link' THEN
            SELECT true, ARRAY[node_a, node_b] INTO known, touched
            FROM alias_links WHERE link_id = NEW.subject_id;
        WHEN 'study_link' THEN
            SELECT true, paper_id, nodes_of_paper(paper_id) INTO known, paper, touched
            FROM study_links WHERE link_id = NEW.subject_id;
        WHEN 'paper' THEN
            SELECT true, paper_id, nodes_of_paper(paper_id) INTO known, paper, touched
            FROM papers WHERE paper_id = NEW.subject_id;
        WHEN 'study_pair' THEN
            SELECT count(*) = 2, min(paper_id) INTO known, paper
            FROM papers WHERE paper_id = ANY (string_to_array(NEW.subject_id, '|'));
            SELECT array_agg(DISTINCT node) INTO touched
            FROM unnest(string_to_array(NEW.subject_id, '|')) AS pair (paper_id),
                 unnest(nodes_of_paper(pair.paper_id)) AS node;
        ELSE
            RAISE EXCEPTION 'a review is of an edge, claim, alias_link, study_link, study_pair or paper, not of a %',
                NEW.subject_type
                USING ERRCODE = 'check_violation', TABLE = 'reviews', CONSTRAINT = 'reviews_subject_type';
    END CASE;
    IF known IS NOT TRUE THEN
        RAISE EXCEPTION 'review % is of % %, which is not stored', NEW.review_id, NEW.subject_type, NEW.subject_id
            USING ERRCODE = 'foreign_key_violation', TABLE = 'reviews', CONSTRAINT = 'reviews_subject';
    END IF;
    PERFORM record_change('reviews', NEW.review_id, TG_OP, touched, paper);
    RETURN NULL;
END
$$;
CREATE FUNCTION public.record_study_link_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM record_change('study_links', NEW.link_id, TG_OP, nodes_of_paper(NEW.paper_id), NEW.paper_id);
    RETURN NULL;
END
$$;
CREATE FUNCTION public.refuse_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are never deleted', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'never_deleted',
            HINT = 'Insert a row that supersedes this one.';
END
$$;
CREATE FUNCTION public.refuse_delete_under_edge() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM edges WHERE claim_id = OLD.claim_id AND extraction_id = OLD.extraction_id) THEN
        RAISE EXCEPTION 'an accepted edge rests on this row of %', TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'accepted_rests_on_it',
                DETAIL = format('Claim %s of extraction %s.', OLD.claim_id, OLD.extraction_id);
    END IF;
    RETURN OLD;
END
$$;
CREATE FUNCTION public.refuse_false_edge() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    passage passages%ROWTYPE;
    claim_paper text;
    stated jsonb := NEW.provenance -> 'meta';
    actual jsonb;
BEGIN
    SELECT * INTO passage FROM passages WHERE passage_id = NEW.passage_id;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'edge % quotes the passage %, which is not stored', NEW.id, NEW.passage_id
            USING ERRCODE = 'foreign_key_violation', TABLE = 'edges', CONSTRAINT = 'edges_passage';
    END IF;
    IF NEW.char_start < 0
        OR NEW.char_end <= NEW.char_start
        OR NEW.char_end > char_length(passage.text)
        OR substr(passage.text, NEW.char_start + 1, NEW.char_end - NEW.char_start) COLLATE "C"
            IS DISTINCT FROM NEW.evidence COLLATE "C"
    THEN
        RAISE EXCEPTION 'the quote of edge % is not the text at characters % to % of passage %',
            NEW.id, NEW.char_start, NEW.char_end, NEW.passage_id
            USING ERRCODE = 'check_violation', TABLE = 'edges', CONSTRAINT = 'edges_quote',
                DETAIL = format('Quote: %s', left(NEW.evidence, 300));
    END IF;
    SELECT paper_id INTO claim_paper FROM claims
    WHERE claim_id = NEW.claim_id AND extraction_id = NEW.extraction_id;
    IF FOUND AND claim_paper <> passage.paper_id THEN
        RAISE EXCEPTION 'edge % quotes paper %, its claim is of paper %', NEW.id, passage.paper_id, claim_paper
            USING ERRCODE = 'check_violation', TABLE = 'edges', CONSTRAINT = 'edges_claim_paper';
    END IF;
    actual := jsonb_build_object(
        'source_paper_id', passage.paper_id,
        'section_id', passage.section_id,
        'part_index', passage.part_index,
        'char_start', NEW.char_start,
        'char_end', NEW.char_end,
        'extraction_id', NEW.extraction_id
    );
    IF stated IS NULL OR jsonb_typeof(stated) <> 'object' OR NOT stated @> actual THEN
        RAISE EXCEPTION 'the provenance of edge % does not say where its quote stands', NEW.id
            USING ERRCODE = 'check_violation', TABLE = 'edges', CONSTRAINT = 'edges_provenance',
                DETAIL = format('meta must hold %s', actual);
    END IF;
    RETURN NEW;
END
$$;
CREATE FUNCTION public.refuse_strange_successor() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
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
$_$;
CREATE FUNCTION public.refuse_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'never_changed',
            HINT = 'Insert a new row (that supersedes this one, where the table has such a column).';
END
$$;
CREATE FUNCTION public.refuse_version_gap() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
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
$_$;
CREATE TABLE public.alias_links (
    link_id text NOT NULL,
    node_a text NOT NULL,
    node_b text NOT NULL,
    tier text DEFAULT ''::text NOT NULL,
    status text DEFAULT ''::text NOT NULL,
    similarity double precision,
    shared_alias text,
    reason text DEFAULT ''::text NOT NULL,
    supersedes text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text,
    CONSTRAINT alias_links_order CHECK ((node_a < node_b)),
    CONSTRAINT alias_links_status CHECK ((status = ANY (ARRAY['active'::text, 'pending'::text, 'rejected'::text]))),
    CONSTRAINT alias_links_tier CHECK ((tier = ANY (ARRAY['A'::text, 'B'::text, 'person'::text])))
);
CREATE TABLE public.change_log (
    seq bigint NOT NULL,
    transaction_id bigint NOT NULL,
    table_name text DEFAULT ''::text NOT NULL,
    row_id text DEFAULT ''::text NOT NULL,
    operation text DEFAULT ''::text NOT NULL,
    node_ids text[] DEFAULT '{}'::text[] NOT NULL,
    paper_id text,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
ALTER TABLE public.change_log ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.change_log_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.claim_decisions (
    claim_id text NOT NULL,
    extraction_id text NOT NULL,
    validators_version text NOT NULL,
    decision text DEFAULT ''::text NOT NULL,
    rule text,
    reason text DEFAULT ''::text NOT NULL,
    findings jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text,
    CONSTRAINT claim_decisions_decision CHECK ((decision = ANY (ARRAY['accepted'::text, 'review'::text, 'rejected'::text])))
);
CREATE TABLE public.claims (
    claim_id text NOT NULL,
    extraction_id text NOT NULL,
    paper_id text NOT NULL,
    cause text DEFAULT ''::text NOT NULL,
    cause_type text DEFAULT ''::text NOT NULL,
    effect text DEFAULT ''::text NOT NULL,
    effect_type text DEFAULT ''::text NOT NULL,
    relation text DEFAULT ''::text NOT NULL,
    direction text DEFAULT ''::text NOT NULL,
    quote text DEFAULT ''::text NOT NULL,
    passage_id text DEFAULT ''::text NOT NULL,
    char_start integer NOT NULL,
    char_end integer NOT NULL,
    role text DEFAULT ''::text NOT NULL,
    confidence double precision NOT NULL,
    payload jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text,
    CONSTRAINT claims_confidence CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision)))
);
CREATE TABLE public.edges (
    id text NOT NULL,
    source_node_id text NOT NULL,
    target_node_id text NOT NULL,
    relationship_type text NOT NULL,
    direction text DEFAULT 'unclear'::text NOT NULL,
    confidence double precision NOT NULL,
    evidence text DEFAULT ''::text NOT NULL,
    passage_id text NOT NULL,
    char_start integer NOT NULL,
    char_end integer NOT NULL,
    claim_id text DEFAULT ''::text NOT NULL,
    extraction_id text NOT NULL,
    provenance jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text,
    CONSTRAINT edges_confidence CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision))),
    CONSTRAINT edges_direction CHECK ((direction = ANY (ARRAY['increases'::text, 'decreases'::text, 'no_difference'::text, 'unclear'::text]))),
    CONSTRAINT edges_no_self_reference CHECK ((source_node_id <> target_node_id)),
    CONSTRAINT edges_quote_length CHECK (((char_length(evidence) >= 1) AND (char_length(evidence) <= 300)))
);
CREATE TABLE public.effect_estimates (
    estimate_id text NOT NULL,
    claim_id text NOT NULL,
    extraction_id text NOT NULL,
    measure text DEFAULT ''::text NOT NULL,
    point double precision,
    low double precision,
    high double precision,
    level double precision NOT NULL,
    p_value double precision,
    p_operator text,
    adjusted boolean,
    counts jsonb DEFAULT '{}'::jsonb NOT NULL,
    means jsonb DEFAULT '{}'::jsonb NOT NULL,
    derived text,
    quote text,
    char_start integer,
    char_end integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text
);
CREATE TABLE public.extractions (
    extraction_id text NOT NULL,
    paper_id text NOT NULL,
    engine text DEFAULT ''::text NOT NULL,
    engine_version text DEFAULT ''::text NOT NULL,
    mode text DEFAULT 'normal'::text NOT NULL,
    error text,
    notes text[] DEFAULT '{}'::text[] NOT NULL,
    facts jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text
);
CREATE TABLE public.graded_relation_edges (
    graded_relation_id text NOT NULL,
    edge_id text NOT NULL,
    study_id text NOT NULL
);
CREATE TABLE public.graded_relations (
    graded_relation_id text NOT NULL,
    question_id text NOT NULL,
    relation_key text DEFAULT ''::text NOT NULL,
    version integer NOT NULL,
    fingerprint text DEFAULT ''::text NOT NULL,
    outcome_role text DEFAULT ''::text NOT NULL,
    source_node_id text,
    target_node_id text,
    cause text DEFAULT ''::text NOT NULL,
    effect text DEFAULT ''::text NOT NULL,
    direction text DEFAULT ''::text NOT NULL,
    certainty text,
    measure text,
    point double precision,
    low double precision,
    high double precision,
    i2 double precision,
    studies integer NOT NULL,
    participants integer,
    payload jsonb DEFAULT '{}'::jsonb NOT NULL,
    withdrawn boolean NOT NULL,
    supersedes text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text
);
CREATE TABLE public.insights (
    insight_id text NOT NULL,
    question_id text NOT NULL,
    fingerprint text NOT NULL,
    rank integer NOT NULL,
    score double precision NOT NULL,
    text text DEFAULT ''::text NOT NULL,
    path jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text
);
CREATE TABLE public.model_calls (
    cache_key text NOT NULL,
    provider text DEFAULT ''::text NOT NULL,
    model text DEFAULT ''::text NOT NULL,
    prompt_version text DEFAULT ''::text NOT NULL,
    schema_version text DEFAULT ''::text NOT NULL,
    input_hash text DEFAULT ''::text NOT NULL,
    request text DEFAULT ''::text NOT NULL,
    response text DEFAULT ''::text NOT NULL,
    prompt_tokens integer NOT NULL,
    output_tokens integer NOT NULL,
    price double precision NOT NULL,
    latency double precision NOT NULL,
    retries integer NOT NULL,
    status text DEFAULT ''::text NOT NULL,
    question_id text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text
);
CREATE TABLE public.node_types (
    name text NOT NULL,
    domain text DEFAULT ''::text NOT NULL
);
CREATE TABLE public.nodes (
    id text NOT NULL,
    type text NOT NULL,
    canonical_name text DEFAULT ''::text NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text
);
CREATE TABLE public.paper_conflicts (
    conflict_id text NOT NULL,
    paper_id text,
    kind text DEFAULT ''::text NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    record jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text
);
CREATE TABLE public.paper_embeddings (
    paper_id text NOT NULL,
    embedder text NOT NULL,
    content_hash text NOT NULL,
    dimensions integer NOT NULL,
    raw public.vector NOT NULL,
    short public.vector NOT NULL,
    short_dimensions integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text,
    CONSTRAINT paper_embeddings_raw_size CHECK ((public.vector_dims(raw) = dimensions)),
    CONSTRAINT paper_embeddings_short_size CHECK ((public.vector_dims(short) = short_dimensions))
);
CREATE TABLE public.papers (
    paper_id text NOT NULL,
    title text DEFAULT ''::text NOT NULL,
    title_key text NOT NULL,
    abstract text DEFAULT ''::text NOT NULL,
    year integer,
    venue text DEFAULT ''::text NOT NULL,
    authors text[] DEFAULT '{}'::text[] NOT NULL,
    pmid text,
    pmcid text,
    doi text,
    arxiv_id text,
    publication_types text[] DEFAULT '{}'::text[] NOT NULL,
    mesh_terms text[] DEFAULT '{}'::text[] NOT NULL,
    language text,
    sections jsonb DEFAULT '[]'::jsonb NOT NULL,
    retraction_status text DEFAULT 'unknown'::text NOT NULL,
    source text DEFAULT ''::text NOT NULL,
    record_id text DEFAULT ''::text NOT NULL,
    demonstration boolean NOT NULL,
    content_hash text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text,
    CONSTRAINT papers_retraction_status CHECK ((retraction_status = ANY (ARRAY['unknown'::text, 'none'::text, 'corrected'::text, 'concern'::text, 'retracted'::text])))
);
CREATE TABLE public.passages (
    passage_id text NOT NULL,
    paper_id text NOT NULL,
    section_id text DEFAULT ''::text NOT NULL,
    part_index integer NOT NULL,
    revision integer NOT NULL,
    char_offset integer NOT NULL,
    text text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text
);
CREATE TABLE public.question_extractions (
    question_id text NOT NULL,
    paper_id text NOT NULL,
    extraction_id text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text
);
CREATE TABLE public.question_papers (
    question_id text NOT NULL,
    paper_id text NOT NULL,
    round_no integer NOT NULL,
    decision text DEFAULT ''::text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    rank integer,
    score double precision,
    similarity double precision,
    lexical double precision,
    threshold double precision,
    embedder text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text,
    CONSTRAINT question_papers_decision CHECK ((decision = ANY (ARRAY['included'::text, 'borderline'::text, 'excluded'::text])))
);
CREATE TABLE public.questions (
    question_id text NOT NULL,
    text text DEFAULT ''::text NOT NULL,
    kind text DEFAULT ''::text NOT NULL,
    domain text DEFAULT ''::text NOT NULL,
    intervention text DEFAULT ''::text NOT NULL,
    comparator text,
    outcome text DEFAULT ''::text NOT NULL,
    population text,
    conditions jsonb DEFAULT '[]'::jsonb NOT NULL,
    expected_direction text,
    outcome_polarity text DEFAULT ''::text NOT NULL,
    options text[] DEFAULT '{}'::text[] NOT NULL,
    sources text[] DEFAULT '{}'::text[] NOT NULL,
    documents text[] DEFAULT '{}'::text[] NOT NULL,
    active boolean NOT NULL,
    settled_inputs text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text
);
CREATE TABLE public.relation_types (
    name text NOT NULL,
    domain text DEFAULT ''::text NOT NULL
);
CREATE TABLE public.retraction_signals (
    signal_id text NOT NULL,
    paper_id text NOT NULL,
    status text DEFAULT ''::text NOT NULL,
    origin text DEFAULT ''::text NOT NULL,
    noticed_on date,
    detail text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text
);
CREATE TABLE public.reviews (
    review_id text NOT NULL,
    subject_type text DEFAULT ''::text NOT NULL,
    subject_id text NOT NULL,
    decision text DEFAULT ''::text NOT NULL,
    reviewer text DEFAULT ''::text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    supersedes text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text
);
CREATE TABLE public.rounds (
    question_id text NOT NULL,
    round_no integer NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    gaps jsonb DEFAULT '[]'::jsonb NOT NULL,
    changed jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    run_id text
);
CREATE TABLE public.schema_version (
    version_num character varying(32) NOT NULL
);
COMMENT ON TABLE public.schema_version IS '0002 as released';
CREATE TABLE public.search_hits (
    search_id text NOT NULL,
    record_id text NOT NULL,
    paper_id text NOT NULL,
    rank integer NOT NULL,
    duplicate boolean NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text
);
CREATE TABLE public.searches (
    search_id text NOT NULL,
    question_id text NOT NULL,
    round_no integer NOT NULL,
    source text DEFAULT ''::text NOT NULL,
    evidence_type text DEFAULT ''::text NOT NULL,
    query text DEFAULT ''::text NOT NULL,
    terms text[] DEFAULT '{}'::text[] NOT NULL,
    filters jsonb DEFAULT '{}'::jsonb NOT NULL,
    result_limit integer NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    status text DEFAULT 'planned'::text NOT NULL,
    reported integer,
    returned integer,
    error text,
    warnings text[] DEFAULT '{}'::text[] NOT NULL,
    sent_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text,
    CONSTRAINT searches_status CHECK ((status = ANY (ARRAY['planned'::text, 'complete'::text, 'incomplete'::text])))
);
CREATE TABLE public.studies (
    study_id text NOT NULL,
    registration_ids text[] DEFAULT '{}'::text[] NOT NULL,
    label text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text
);
CREATE TABLE public.study_links (
    link_id text NOT NULL,
    paper_id text NOT NULL,
    study_id text NOT NULL,
    method text DEFAULT ''::text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    supersedes text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text,
    CONSTRAINT study_links_status CHECK ((status = ANY (ARRAY['active'::text, 'rejected'::text])))
);
CREATE TABLE public.verdict_relations (
    verdict_id text NOT NULL,
    graded_relation_id text NOT NULL,
    part text NOT NULL
);
CREATE TABLE public.verdicts (
    verdict_id text NOT NULL,
    question_id text NOT NULL,
    version integer NOT NULL,
    round_no integer NOT NULL,
    fingerprint text DEFAULT ''::text NOT NULL,
    conclusion text DEFAULT ''::text NOT NULL,
    likelihood text DEFAULT ''::text NOT NULL,
    comparison_answer text,
    direction text DEFAULT ''::text NOT NULL,
    certainty text,
    measure text,
    point double precision,
    low double precision,
    high double precision,
    confidence double precision,
    explanation text DEFAULT ''::text NOT NULL,
    changes jsonb DEFAULT '[]'::jsonb NOT NULL,
    gaps jsonb DEFAULT '[]'::jsonb NOT NULL,
    payload jsonb DEFAULT '{}'::jsonb NOT NULL,
    engine text DEFAULT ''::text NOT NULL,
    supersedes text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text
);
CREATE TABLE public.watermarks (
    consumer text NOT NULL,
    transaction_id bigint NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
INSERT INTO public.alias_links VALUES ('link_1', 'node_falls', 'node_tumbles', 'A', 'active', NULL, NULL, 'the same name after normalisation', NULL, '2026-11-22 12:05:27.177031+00', NULL);
INSERT INTO public.change_log OVERRIDING SYSTEM VALUE VALUES (1, 754, 'edges', 'edge_1', 'insert', '{node_drug,node_falls}', 'paper_1', '2026-11-22 12:05:39.862495+00');
INSERT INTO public.change_log OVERRIDING SYSTEM VALUE VALUES (2, 754, 'alias_links', 'link_1', 'insert', '{node_falls,node_tumbles}', NULL, '2026-11-22 12:05:39.863715+00');
INSERT INTO public.change_log OVERRIDING SYSTEM VALUE VALUES (3, 754, 'reviews', 'review_1', 'insert', '{node_drug,node_falls}', 'paper_1', '2026-11-22 12:05:39.864649+00');
INSERT INTO public.change_log OVERRIDING SYSTEM VALUE VALUES (4, 754, 'reviews', 'review_2', 'insert', '{}', 'paper_2', '2026-11-22 12:05:39.968674+00');
INSERT INTO public.claim_decisions VALUES ('claim_1', 'extraction_1', '4', 'accepted', NULL, 'every rule holds', '[]', '2026-11-22 12:05:27.177031+00', NULL);
INSERT INTO public.claims VALUES ('claim_1', 'extraction_1', 'paper_1', 'drug', 'Intervention', 'falls', 'Outcome', 'decreases', 'decreases', 'Fewer falls', 'passage_1', 0, 11, 'result', 0.9, '{}', '2026-11-22 12:05:27.177031+00', NULL);
INSERT INTO public.edges VALUES ('edge_1', 'node_drug', 'node_falls', 'decreases', 'decreases', 0.9, 'Fewer falls', 'passage_1', 0, 11, 'claim_1', 'extraction_1', '{"meta": {"char_end": 11, "char_start": 0, "part_index": 0, "section_id": "abstract", "extraction_id": "extraction_1", "source_paper_id": "paper_1"}, "claim": {}}', '2026-11-22 12:05:27.177031+00', NULL);
INSERT INTO public.extractions VALUES ('extraction_1', 'paper_1', 'local', '1', 'normal', NULL, '{}', '{}', '2026-11-22 12:05:27.177031+00', NULL);
INSERT INTO public.node_types VALUES ('Intervention', 'biomedical');
INSERT INTO public.node_types VALUES ('Condition', 'biomedical');
INSERT INTO public.node_types VALUES ('Outcome', 'biomedical');
INSERT INTO public.node_types VALUES ('Population', 'biomedical');
INSERT INTO public.node_types VALUES ('Gene', 'biomedical');
INSERT INTO public.node_types VALUES ('Mechanism', 'biomedical');
INSERT INTO public.node_types VALUES ('Method', 'machine_learning');
INSERT INTO public.node_types VALUES ('Concept', 'machine_learning');
INSERT INTO public.node_types VALUES ('Dataset', 'machine_learning');
INSERT INTO public.node_types VALUES ('Metric', 'machine_learning');
INSERT INTO public.nodes VALUES ('node_drug', 'Intervention', 'drug', 'drug', '2026-11-22 12:05:27.177031+00', NULL);
INSERT INTO public.nodes VALUES ('node_falls', 'Outcome', 'falls', 'falls', '2026-11-22 12:05:27.177031+00', NULL);
INSERT INTO public.nodes VALUES ('node_tumbles', 'Outcome', 'tumbles', 'tumbles', '2026-11-22 12:05:27.177031+00', NULL);
INSERT INTO public.papers VALUES ('paper_1', 'A trial', 'a trial', 'Fewer falls were seen with the drug.', NULL, '', '{}', NULL, NULL, NULL, NULL, '{}', '{}', NULL, '[]', 'unknown', '', '', false, '', '2026-11-22 12:05:27.177031+00', NULL);
INSERT INTO public.papers VALUES ('paper_2', 'A cohort', 'a cohort', '', NULL, '', '{}', NULL, NULL, NULL, NULL, '{}', '{}', NULL, '[]', 'unknown', '', '', false, '', '2026-11-22 12:05:27.177031+00', NULL);
INSERT INTO public.passages VALUES ('passage_1', 'paper_1', 'abstract', 0, 1, 0, 'Fewer falls were seen with the drug.', '2026-11-22 12:05:27.177031+00', NULL);
INSERT INTO public.question_extractions VALUES ('question_1', 'paper_1', 'extraction_1', '2026-11-22 12:05:27.177031+00', NULL);
INSERT INTO public.questions VALUES ('question_1', 'Does it?', 'effect', '', '', NULL, '', NULL, '[]', NULL, 'unknown', '{}', '{}', '{}', true, NULL, '2026-11-22 12:05:27.177031+00', NULL);
INSERT INTO public.relation_types VALUES ('increases', 'biomedical');
INSERT INTO public.relation_types VALUES ('decreases', 'biomedical');
INSERT INTO public.relation_types VALUES ('has_no_effect_on', 'biomedical');
INSERT INTO public.relation_types VALUES ('causes', 'biomedical');
INSERT INTO public.relation_types VALUES ('prevents', 'biomedical');
INSERT INTO public.relation_types VALUES ('associated_with', 'biomedical');
INSERT INTO public.relation_types VALUES ('confounds', 'biomedical');
INSERT INTO public.relation_types VALUES ('mediates', 'biomedical');
INSERT INTO public.relation_types VALUES ('introduces', 'machine_learning');
INSERT INTO public.relation_types VALUES ('improves_on', 'machine_learning');
INSERT INTO public.relation_types VALUES ('extends', 'machine_learning');
INSERT INTO public.relation_types VALUES ('uses', 'machine_learning');
INSERT INTO public.relation_types VALUES ('evaluates', 'machine_learning');
INSERT INTO public.relation_types VALUES ('compares_to', 'machine_learning');
INSERT INTO public.reviews VALUES ('review_1', 'edge', 'edge_1', 'reject', 'a person', '', NULL, '2026-11-22 12:05:27.177031+00', NULL);
INSERT INTO public.reviews VALUES ('review_2', 'paper', 'paper_2', 'banana', '', '', NULL, '2026-11-22 12:05:27.177031+00', NULL);
INSERT INTO public.schema_version VALUES ('0002');
SELECT pg_catalog.setval('public.change_log_seq_seq', 4, true);
ALTER TABLE ONLY public.alias_links
    ADD CONSTRAINT alias_links_pkey PRIMARY KEY (link_id);
ALTER TABLE ONLY public.change_log
    ADD CONSTRAINT change_log_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.claim_decisions
    ADD CONSTRAINT claim_decisions_pkey PRIMARY KEY (claim_id, extraction_id, validators_version);
ALTER TABLE ONLY public.claims
    ADD CONSTRAINT claims_pkey PRIMARY KEY (claim_id, extraction_id);
ALTER TABLE ONLY public.edges
    ADD CONSTRAINT edges_claim UNIQUE (claim_id, extraction_id);
ALTER TABLE ONLY public.edges
    ADD CONSTRAINT edges_natural_key UNIQUE (source_node_id, target_node_id, relationship_type, passage_id, char_start, char_end, extraction_id);
ALTER TABLE ONLY public.edges
    ADD CONSTRAINT edges_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.effect_estimates
    ADD CONSTRAINT effect_estimates_pkey PRIMARY KEY (estimate_id);
ALTER TABLE ONLY public.extractions
    ADD CONSTRAINT extractions_pkey PRIMARY KEY (extraction_id);
ALTER TABLE ONLY public.graded_relation_edges
    ADD CONSTRAINT graded_relation_edges_pkey PRIMARY KEY (graded_relation_id, edge_id);
ALTER TABLE ONLY public.graded_relations
    ADD CONSTRAINT graded_relations_natural_key UNIQUE (question_id, relation_key, version);
ALTER TABLE ONLY public.graded_relations
    ADD CONSTRAINT graded_relations_pkey PRIMARY KEY (graded_relation_id);
ALTER TABLE ONLY public.insights
    ADD CONSTRAINT insights_pkey PRIMARY KEY (insight_id);
ALTER TABLE ONLY public.model_calls
    ADD CONSTRAINT model_calls_pkey PRIMARY KEY (cache_key);
ALTER TABLE ONLY public.node_types
    ADD CONSTRAINT node_types_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.nodes
    ADD CONSTRAINT nodes_natural_key UNIQUE (type, canonical_name);
ALTER TABLE ONLY public.nodes
    ADD CONSTRAINT nodes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.paper_conflicts
    ADD CONSTRAINT paper_conflicts_pkey PRIMARY KEY (conflict_id);
ALTER TABLE ONLY public.paper_embeddings
    ADD CONSTRAINT paper_embeddings_pkey PRIMARY KEY (paper_id, embedder, content_hash);
ALTER TABLE ONLY public.papers
    ADD CONSTRAINT papers_arxiv_id_key UNIQUE (arxiv_id);
ALTER TABLE ONLY public.papers
    ADD CONSTRAINT papers_doi_key UNIQUE (doi);
ALTER TABLE ONLY public.papers
    ADD CONSTRAINT papers_pkey PRIMARY KEY (paper_id);
ALTER TABLE ONLY public.papers
    ADD CONSTRAINT papers_pmcid_key UNIQUE (pmcid);
ALTER TABLE ONLY public.papers
    ADD CONSTRAINT papers_pmid_key UNIQUE (pmid);
ALTER TABLE ONLY public.passages
    ADD CONSTRAINT passages_natural_key UNIQUE (paper_id, section_id, part_index, revision);
ALTER TABLE ONLY public.passages
    ADD CONSTRAINT passages_pkey PRIMARY KEY (passage_id);
ALTER TABLE ONLY public.question_extractions
    ADD CONSTRAINT question_extractions_pkey PRIMARY KEY (question_id, paper_id);
ALTER TABLE ONLY public.question_papers
    ADD CONSTRAINT question_papers_pkey PRIMARY KEY (question_id, paper_id);
ALTER TABLE ONLY public.questions
    ADD CONSTRAINT questions_pkey PRIMARY KEY (question_id);
ALTER TABLE ONLY public.relation_types
    ADD CONSTRAINT relation_types_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.retraction_signals
    ADD CONSTRAINT retraction_signals_natural_key UNIQUE (paper_id, origin, status, detail);
ALTER TABLE ONLY public.retraction_signals
    ADD CONSTRAINT retraction_signals_pkey PRIMARY KEY (signal_id);
ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_pkey PRIMARY KEY (review_id);
ALTER TABLE ONLY public.rounds
    ADD CONSTRAINT rounds_pkey PRIMARY KEY (question_id, round_no);
ALTER TABLE ONLY public.schema_version
    ADD CONSTRAINT schema_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.search_hits
    ADD CONSTRAINT search_hits_pkey PRIMARY KEY (search_id, record_id);
ALTER TABLE ONLY public.searches
    ADD CONSTRAINT searches_natural_key UNIQUE (question_id, round_no, source, evidence_type, query, filters);
ALTER TABLE ONLY public.searches
    ADD CONSTRAINT searches_pkey PRIMARY KEY (search_id);
ALTER TABLE ONLY public.studies
    ADD CONSTRAINT studies_pkey PRIMARY KEY (study_id);
ALTER TABLE ONLY public.study_links
    ADD CONSTRAINT study_links_pkey PRIMARY KEY (link_id);
ALTER TABLE ONLY public.verdict_relations
    ADD CONSTRAINT verdict_relations_pkey PRIMARY KEY (verdict_id, graded_relation_id);
ALTER TABLE ONLY public.verdicts
    ADD CONSTRAINT verdicts_natural_key UNIQUE (question_id, version);
ALTER TABLE ONLY public.verdicts
    ADD CONSTRAINT verdicts_pkey PRIMARY KEY (verdict_id);
ALTER TABLE ONLY public.watermarks
    ADD CONSTRAINT watermarks_pkey PRIMARY KEY (consumer);
CREATE INDEX ix_alias_links_node_a ON public.alias_links USING btree (node_a);
CREATE INDEX ix_alias_links_node_b ON public.alias_links USING btree (node_b);
CREATE INDEX ix_alias_links_supersedes ON public.alias_links USING btree (supersedes);
CREATE INDEX ix_change_log_transaction_id ON public.change_log USING btree (transaction_id);
CREATE INDEX ix_claims_paper_id ON public.claims USING btree (paper_id);
CREATE INDEX ix_edges_extraction_id ON public.edges USING btree (extraction_id);
CREATE INDEX ix_edges_passage_id ON public.edges USING btree (passage_id);
CREATE INDEX ix_edges_relationship_type ON public.edges USING btree (relationship_type);
CREATE INDEX ix_edges_source_node_id ON public.edges USING btree (source_node_id);
CREATE INDEX ix_edges_target_node_id ON public.edges USING btree (target_node_id);
CREATE INDEX ix_effect_estimates_claim_id ON public.effect_estimates USING btree (claim_id);
CREATE INDEX ix_effect_estimates_extraction_id ON public.effect_estimates USING btree (extraction_id);
CREATE INDEX ix_extractions_paper_id ON public.extractions USING btree (paper_id);
CREATE INDEX ix_graded_relation_edges_study_id ON public.graded_relation_edges USING btree (study_id);
CREATE INDEX ix_graded_relations_question_id ON public.graded_relations USING btree (question_id);
CREATE INDEX ix_graded_relations_source_node_id ON public.graded_relations USING btree (source_node_id);
CREATE INDEX ix_graded_relations_supersedes ON public.graded_relations USING btree (supersedes);
CREATE INDEX ix_graded_relations_target_node_id ON public.graded_relations USING btree (target_node_id);
CREATE INDEX ix_insights_fingerprint ON public.insights USING btree (fingerprint);
CREATE INDEX ix_insights_question_id ON public.insights USING btree (question_id);
CREATE INDEX ix_model_calls_question_id ON public.model_calls USING btree (question_id);
CREATE INDEX ix_nodes_type ON public.nodes USING btree (type);
CREATE INDEX ix_paper_conflicts_paper_id ON public.paper_conflicts USING btree (paper_id);
CREATE INDEX ix_papers_title_key ON public.papers USING btree (title_key);
CREATE INDEX ix_papers_year ON public.papers USING btree (year);
CREATE INDEX ix_passages_paper_id ON public.passages USING btree (paper_id);
CREATE INDEX ix_question_extractions_extraction_id ON public.question_extractions USING btree (extraction_id);
CREATE INDEX ix_retraction_signals_paper_id ON public.retraction_signals USING btree (paper_id);
CREATE INDEX ix_reviews_subject_id ON public.reviews USING btree (subject_id);
CREATE INDEX ix_reviews_supersedes ON public.reviews USING btree (supersedes);
CREATE INDEX ix_search_hits_paper_id ON public.search_hits USING btree (paper_id);
CREATE INDEX ix_searches_question_id ON public.searches USING btree (question_id);
CREATE INDEX ix_study_links_paper_id ON public.study_links USING btree (paper_id);
CREATE INDEX ix_study_links_study_id ON public.study_links USING btree (study_id);
CREATE INDEX ix_study_links_supersedes ON public.study_links USING btree (supersedes);
CREATE INDEX ix_verdicts_question_id ON public.verdicts USING btree (question_id);
CREATE INDEX ix_verdicts_supersedes ON public.verdicts USING btree (supersedes);
CREATE UNIQUE INDEX rule_alias_links_superseded_once ON public.alias_links USING btree (supersedes) WHERE (supersedes IS NOT NULL);
CREATE UNIQUE INDEX rule_graded_relations_superseded_once ON public.graded_relations USING btree (supersedes) WHERE (supersedes IS NOT NULL);
CREATE INDEX rule_paper_embeddings_short_384 ON public.paper_embeddings USING hnsw (((short)::public.vector(384)) public.vector_cosine_ops) WHERE (short_dimensions = 384);
CREATE INDEX rule_paper_embeddings_short_768 ON public.paper_embeddings USING hnsw (((short)::public.vector(768)) public.vector_cosine_ops) WHERE (short_dimensions = 768);
CREATE UNIQUE INDEX rule_reviews_superseded_once ON public.reviews USING btree (supersedes) WHERE (supersedes IS NOT NULL);
CREATE UNIQUE INDEX rule_study_links_superseded_once ON public.study_links USING btree (supersedes) WHERE (supersedes IS NOT NULL);
CREATE UNIQUE INDEX rule_verdicts_superseded_once ON public.verdicts USING btree (supersedes) WHERE (supersedes IS NOT NULL);
CREATE TRIGGER alias_links_never_changed BEFORE UPDATE ON public.alias_links FOR EACH ROW EXECUTE FUNCTION public.refuse_update();
CREATE TRIGGER alias_links_never_deleted BEFORE DELETE ON public.alias_links FOR EACH ROW EXECUTE FUNCTION public.refuse_delete();
CREATE TRIGGER alias_links_recorded AFTER INSERT ON public.alias_links FOR EACH ROW EXECUTE FUNCTION public.record_alias_change();
CREATE TRIGGER alias_links_supersede BEFORE INSERT ON public.alias_links FOR EACH ROW EXECUTE FUNCTION public.refuse_strange_successor('link_id', 'node_a', 'node_b');
CREATE TRIGGER change_log_never_changed BEFORE UPDATE ON public.change_log FOR EACH ROW EXECUTE FUNCTION public.refuse_update();
CREATE TRIGGER claim_decisions_kept BEFORE DELETE ON public.claim_decisions FOR EACH ROW EXECUTE FUNCTION public.refuse_delete_under_edge();
CREATE TRIGGER claim_decisions_never_changed BEFORE UPDATE ON public.claim_decisions FOR EACH ROW EXECUTE FUNCTION public.refuse_update();
CREATE TRIGGER claims_never_changed BEFORE UPDATE ON public.claims FOR EACH ROW EXECUTE FUNCTION public.refuse_update();
CREATE TRIGGER edges_never_changed BEFORE UPDATE ON public.edges FOR EACH ROW EXECUTE FUNCTION public.refuse_update();
CREATE TRIGGER edges_recorded AFTER INSERT OR DELETE ON public.edges FOR EACH ROW EXECUTE FUNCTION public.record_edge_change();
CREATE TRIGGER edges_refuse_false BEFORE INSERT ON public.edges FOR EACH ROW EXECUTE FUNCTION public.refuse_false_edge();
CREATE TRIGGER effect_estimates_kept BEFORE DELETE ON public.effect_estimates FOR EACH ROW EXECUTE FUNCTION public.refuse_delete_under_edge();
CREATE TRIGGER effect_estimates_never_changed BEFORE UPDATE ON public.effect_estimates FOR EACH ROW EXECUTE FUNCTION public.refuse_update();
CREATE TRIGGER graded_relation_edges_never_changed BEFORE UPDATE ON public.graded_relation_edges FOR EACH ROW EXECUTE FUNCTION public.refuse_update();
CREATE TRIGGER graded_relation_edges_never_deleted BEFORE DELETE ON public.graded_relation_edges FOR EACH ROW EXECUTE FUNCTION public.refuse_delete();
CREATE TRIGGER graded_relations_never_changed BEFORE UPDATE ON public.graded_relations FOR EACH ROW EXECUTE FUNCTION public.refuse_update();
CREATE TRIGGER graded_relations_never_deleted BEFORE DELETE ON public.graded_relations FOR EACH ROW EXECUTE FUNCTION public.refuse_delete();
CREATE TRIGGER graded_relations_supersede BEFORE INSERT ON public.graded_relations FOR EACH ROW EXECUTE FUNCTION public.refuse_strange_successor('graded_relation_id', 'question_id', 'relation_key');
CREATE TRIGGER graded_relations_versions BEFORE INSERT ON public.graded_relations FOR EACH ROW EXECUTE FUNCTION public.refuse_version_gap('graded_relation_id');
CREATE TRIGGER nodes_keep_identity BEFORE UPDATE OF id, type, canonical_name ON public.nodes FOR EACH ROW WHEN ((((old.id IS DISTINCT FROM new.id) OR (old.type IS DISTINCT FROM new.type)) OR (old.canonical_name IS DISTINCT FROM new.canonical_name))) EXECUTE FUNCTION public.refuse_update();
CREATE TRIGGER papers_retraction_recorded AFTER UPDATE OF retraction_status ON public.papers FOR EACH ROW WHEN ((old.retraction_status IS DISTINCT FROM new.retraction_status)) EXECUTE FUNCTION public.record_retraction_change();
CREATE TRIGGER passages_never_changed BEFORE UPDATE ON public.passages FOR EACH ROW EXECUTE FUNCTION public.refuse_update();
CREATE TRIGGER retraction_signals_never_changed BEFORE UPDATE ON public.retraction_signals FOR EACH ROW EXECUTE FUNCTION public.refuse_update();
CREATE TRIGGER retraction_signals_never_deleted BEFORE DELETE ON public.retraction_signals FOR EACH ROW EXECUTE FUNCTION public.refuse_delete();
CREATE TRIGGER reviews_never_changed BEFORE UPDATE ON public.reviews FOR EACH ROW EXECUTE FUNCTION public.refuse_update();
CREATE TRIGGER reviews_never_deleted BEFORE DELETE ON public.reviews FOR EACH ROW EXECUTE FUNCTION public.refuse_delete();
CREATE TRIGGER reviews_recorded AFTER INSERT ON public.reviews FOR EACH ROW EXECUTE FUNCTION public.record_review_change();
CREATE TRIGGER reviews_supersede BEFORE INSERT ON public.reviews FOR EACH ROW EXECUTE FUNCTION public.refuse_strange_successor('review_id', 'subject_type', 'subject_id');
CREATE TRIGGER search_hits_never_changed BEFORE UPDATE ON public.search_hits FOR EACH ROW EXECUTE FUNCTION public.refuse_update();
CREATE TRIGGER searches_keep_query BEFORE UPDATE ON public.searches FOR EACH ROW WHEN (((((((old.search_id IS DISTINCT FROM new.search_id) OR (old.question_id IS DISTINCT FROM new.question_id)) OR (old.source IS DISTINCT FROM new.source)) OR (old.query IS DISTINCT FROM new.query)) OR (old.terms IS DISTINCT FROM new.terms)) OR (old.filters IS DISTINCT FROM new.filters))) EXECUTE FUNCTION public.refuse_update();
CREATE TRIGGER study_links_never_changed BEFORE UPDATE ON public.study_links FOR EACH ROW EXECUTE FUNCTION public.refuse_update();
CREATE TRIGGER study_links_never_deleted BEFORE DELETE ON public.study_links FOR EACH ROW EXECUTE FUNCTION public.refuse_delete();
CREATE TRIGGER study_links_recorded AFTER INSERT ON public.study_links FOR EACH ROW EXECUTE FUNCTION public.record_study_link_change();
CREATE TRIGGER study_links_supersede BEFORE INSERT ON public.study_links FOR EACH ROW EXECUTE FUNCTION public.refuse_strange_successor('link_id', 'paper_id');
CREATE TRIGGER verdict_relations_never_changed BEFORE UPDATE ON public.verdict_relations FOR EACH ROW EXECUTE FUNCTION public.refuse_update();
CREATE TRIGGER verdict_relations_never_deleted BEFORE DELETE ON public.verdict_relations FOR EACH ROW EXECUTE FUNCTION public.refuse_delete();
CREATE TRIGGER verdicts_never_changed BEFORE UPDATE ON public.verdicts FOR EACH ROW EXECUTE FUNCTION public.refuse_update();
CREATE TRIGGER verdicts_never_deleted BEFORE DELETE ON public.verdicts FOR EACH ROW EXECUTE FUNCTION public.refuse_delete();
CREATE TRIGGER verdicts_supersede BEFORE INSERT ON public.verdicts FOR EACH ROW EXECUTE FUNCTION public.refuse_strange_successor('verdict_id', 'question_id');
CREATE TRIGGER verdicts_versions BEFORE INSERT ON public.verdicts FOR EACH ROW EXECUTE FUNCTION public.refuse_version_gap('verdict_id');
ALTER TABLE ONLY public.alias_links
    ADD CONSTRAINT alias_links_node_a_fkey FOREIGN KEY (node_a) REFERENCES public.nodes(id);
ALTER TABLE ONLY public.alias_links
    ADD CONSTRAINT alias_links_node_b_fkey FOREIGN KEY (node_b) REFERENCES public.nodes(id);
ALTER TABLE ONLY public.alias_links
    ADD CONSTRAINT alias_links_supersedes_fkey FOREIGN KEY (supersedes) REFERENCES public.alias_links(link_id);
ALTER TABLE ONLY public.claim_decisions
    ADD CONSTRAINT claim_decisions_claim FOREIGN KEY (claim_id, extraction_id) REFERENCES public.claims(claim_id, extraction_id);
ALTER TABLE ONLY public.claim_decisions
    ADD CONSTRAINT claim_decisions_extraction_id_fkey FOREIGN KEY (extraction_id) REFERENCES public.extractions(extraction_id);
ALTER TABLE ONLY public.claims
    ADD CONSTRAINT claims_extraction_id_fkey FOREIGN KEY (extraction_id) REFERENCES public.extractions(extraction_id);
ALTER TABLE ONLY public.claims
    ADD CONSTRAINT claims_paper_id_fkey FOREIGN KEY (paper_id) REFERENCES public.papers(paper_id);
ALTER TABLE ONLY public.edges
    ADD CONSTRAINT edges_claim_fkey FOREIGN KEY (claim_id, extraction_id) REFERENCES public.claims(claim_id, extraction_id);
ALTER TABLE ONLY public.edges
    ADD CONSTRAINT edges_extraction_id_fkey FOREIGN KEY (extraction_id) REFERENCES public.extractions(extraction_id);
ALTER TABLE ONLY public.edges
    ADD CONSTRAINT edges_passage_id_fkey FOREIGN KEY (passage_id) REFERENCES public.passages(passage_id);
ALTER TABLE ONLY public.edges
    ADD CONSTRAINT edges_relationship_type_fkey FOREIGN KEY (relationship_type) REFERENCES public.relation_types(name);
ALTER TABLE ONLY public.edges
    ADD CONSTRAINT edges_source_node_id_fkey FOREIGN KEY (source_node_id) REFERENCES public.nodes(id);
ALTER TABLE ONLY public.edges
    ADD CONSTRAINT edges_target_node_id_fkey FOREIGN KEY (target_node_id) REFERENCES public.nodes(id);
ALTER TABLE ONLY public.effect_estimates
    ADD CONSTRAINT effect_estimates_claim FOREIGN KEY (claim_id, extraction_id) REFERENCES public.claims(claim_id, extraction_id);
ALTER TABLE ONLY public.effect_estimates
    ADD CONSTRAINT effect_estimates_extraction_id_fkey FOREIGN KEY (extraction_id) REFERENCES public.extractions(extraction_id);
ALTER TABLE ONLY public.extractions
    ADD CONSTRAINT extractions_paper_id_fkey FOREIGN KEY (paper_id) REFERENCES public.papers(paper_id);
ALTER TABLE ONLY public.graded_relation_edges
    ADD CONSTRAINT graded_relation_edges_edge_id_fkey FOREIGN KEY (edge_id) REFERENCES public.edges(id);
ALTER TABLE ONLY public.graded_relation_edges
    ADD CONSTRAINT graded_relation_edges_graded_relation_id_fkey FOREIGN KEY (graded_relation_id) REFERENCES public.graded_relations(graded_relation_id);
ALTER TABLE ONLY public.graded_relation_edges
    ADD CONSTRAINT graded_relation_edges_study_id_fkey FOREIGN KEY (study_id) REFERENCES public.studies(study_id);
ALTER TABLE ONLY public.graded_relations
    ADD CONSTRAINT graded_relations_question_id_fkey FOREIGN KEY (question_id) REFERENCES public.questions(question_id);
ALTER TABLE ONLY public.graded_relations
    ADD CONSTRAINT graded_relations_source_node_id_fkey FOREIGN KEY (source_node_id) REFERENCES public.nodes(id);
ALTER TABLE ONLY public.graded_relations
    ADD CONSTRAINT graded_relations_supersedes_fkey FOREIGN KEY (supersedes) REFERENCES public.graded_relations(graded_relation_id);
ALTER TABLE ONLY public.graded_relations
    ADD CONSTRAINT graded_relations_target_node_id_fkey FOREIGN KEY (target_node_id) REFERENCES public.nodes(id);
ALTER TABLE ONLY public.insights
    ADD CONSTRAINT insights_question_id_fkey FOREIGN KEY (question_id) REFERENCES public.questions(question_id);
ALTER TABLE ONLY public.model_calls
    ADD CONSTRAINT model_calls_question_id_fkey FOREIGN KEY (question_id) REFERENCES public.questions(question_id);
ALTER TABLE ONLY public.nodes
    ADD CONSTRAINT nodes_type_fkey FOREIGN KEY (type) REFERENCES public.node_types(name);
ALTER TABLE ONLY public.paper_conflicts
    ADD CONSTRAINT paper_conflicts_paper_id_fkey FOREIGN KEY (paper_id) REFERENCES public.papers(paper_id);
ALTER TABLE ONLY public.paper_embeddings
    ADD CONSTRAINT paper_embeddings_paper_id_fkey FOREIGN KEY (paper_id) REFERENCES public.papers(paper_id);
ALTER TABLE ONLY public.passages
    ADD CONSTRAINT passages_paper_id_fkey FOREIGN KEY (paper_id) REFERENCES public.papers(paper_id);
ALTER TABLE ONLY public.question_extractions
    ADD CONSTRAINT question_extractions_extraction_id_fkey FOREIGN KEY (extraction_id) REFERENCES public.extractions(extraction_id);
ALTER TABLE ONLY public.question_extractions
    ADD CONSTRAINT question_extractions_paper_id_fkey FOREIGN KEY (paper_id) REFERENCES public.papers(paper_id);
ALTER TABLE ONLY public.question_extractions
    ADD CONSTRAINT question_extractions_question_id_fkey FOREIGN KEY (question_id) REFERENCES public.questions(question_id);
ALTER TABLE ONLY public.question_papers
    ADD CONSTRAINT question_papers_paper_id_fkey FOREIGN KEY (paper_id) REFERENCES public.papers(paper_id);
ALTER TABLE ONLY public.question_papers
    ADD CONSTRAINT question_papers_question_id_fkey FOREIGN KEY (question_id) REFERENCES public.questions(question_id);
ALTER TABLE ONLY public.retraction_signals
    ADD CONSTRAINT retraction_signals_paper_id_fkey FOREIGN KEY (paper_id) REFERENCES public.papers(paper_id);
ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_supersedes_fkey FOREIGN KEY (supersedes) REFERENCES public.reviews(review_id);
ALTER TABLE ONLY public.rounds
    ADD CONSTRAINT rounds_question_id_fkey FOREIGN KEY (question_id) REFERENCES public.questions(question_id);
ALTER TABLE ONLY public.search_hits
    ADD CONSTRAINT search_hits_paper_id_fkey FOREIGN KEY (paper_id) REFERENCES public.papers(paper_id);
ALTER TABLE ONLY public.search_hits
    ADD CONSTRAINT search_hits_search_id_fkey FOREIGN KEY (search_id) REFERENCES public.searches(search_id);
ALTER TABLE ONLY public.searches
    ADD CONSTRAINT searches_question_id_fkey FOREIGN KEY (question_id) REFERENCES public.questions(question_id);
ALTER TABLE ONLY public.study_links
    ADD CONSTRAINT study_links_paper_id_fkey FOREIGN KEY (paper_id) REFERENCES public.papers(paper_id);
ALTER TABLE ONLY public.study_links
    ADD CONSTRAINT study_links_study_id_fkey FOREIGN KEY (study_id) REFERENCES public.studies(study_id);
ALTER TABLE ONLY public.study_links
    ADD CONSTRAINT study_links_supersedes_fkey FOREIGN KEY (supersedes) REFERENCES public.study_links(link_id);
ALTER TABLE ONLY public.verdict_relations
    ADD CONSTRAINT verdict_relations_graded_relation_id_fkey FOREIGN KEY (graded_relation_id) REFERENCES public.graded_relations(graded_relation_id);
ALTER TABLE ONLY public.verdict_relations
    ADD CONSTRAINT verdict_relations_verdict_id_fkey FOREIGN KEY (verdict_id) REFERENCES public.verdicts(verdict_id);
ALTER TABLE ONLY public.verdicts
    ADD CONSTRAINT verdicts_question_id_fkey FOREIGN KEY (question_id) REFERENCES public.questions(question_id);
ALTER TABLE ONLY public.verdicts
    ADD CONSTRAINT verdicts_supersedes_fkey FOREIGN KEY (supersedes) REFERENCES public.verdicts(verdict_id);

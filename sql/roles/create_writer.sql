-- The role of the pipeline: reads everything, adds rows, changes and deletes only what a run may. It owns nothing, so
-- it can switch no trigger off, and it writes neither the change log nor the seals: triggers do.

DO $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'aitia_writer') THEN
        CREATE ROLE aitia_writer NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION;
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL;
END
$$;

DO $$
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO aitia_writer', current_schema());
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO aitia_writer', current_schema());
    EXECUTE format('GRANT SELECT ON ALL SEQUENCES IN SCHEMA %I TO aitia_writer', current_schema());
END
$$;

GRANT INSERT ON
    alias_links, claim_decisions, claims, edge_imports, edge_names, edges, effect_estimates, extractions,
    graded_relation_edges, graded_relations, imported_edges, insights, model_calls, nodes, paper_conflicts, paper_embeddings, papers, passages,
    question_extractions, question_nodes, question_papers, questions, retraction_signals, reviews, rounds,
    rule_versions, search_hits, searches, studies, study_links, verdict_relations, verdict_wordings, verdicts
TO aitia_writer;
GRANT DELETE ON question_extractions, question_nodes, question_papers, search_hits TO aitia_writer;
GRANT UPDATE ON question_extractions, question_papers TO aitia_writer;
GRANT UPDATE (
    kind, domain, intervention, comparator, outcome, population, conditions, expected_direction, outcome_polarity,
    options, sources, documents, kept_sources, active, refresh_hours, settled_inputs, reasoned_below, marked_in
) ON questions TO aitia_writer;
GRANT UPDATE (changed, finished_at) ON rounds TO aitia_writer;
GRANT UPDATE (status, reported, returned, error, warnings, sent_at) ON searches TO aitia_writer;
GRANT UPDATE (mode, error, notes, facts, run_id) ON extractions TO aitia_writer;
GRANT UPDATE (
    title, title_key, abstract, year, venue, authors, pmid, pmcid, doi, arxiv_id, publication_types, mesh_terms,
    language, sections, retraction_status, source, record_id, demonstration, content_hash
) ON papers TO aitia_writer;

-- Every tenant's rows pass through the pipeline.
DO $$
DECLARE
    item record;
BEGIN
    FOR item IN SELECT relname FROM pg_class
        WHERE relkind = 'r' AND relrowsecurity AND relnamespace = current_schema()::regnamespace
    LOOP
        EXECUTE format('DROP POLICY IF EXISTS of_pipeline ON %I', item.relname);
        EXECUTE format('CREATE POLICY of_pipeline ON %I TO aitia_writer USING (true)', item.relname);
    END LOOP;
END
$$;

-- Whose rows a session sees is proven, not only said: a query may set `aitia.tenant`, and must not see another
-- tenant's rows for it. A session that is neither the owner's nor the pipeline's sees a tenant's rows only with that
-- tenant's proof, which the program hands out and nobody can work out without the secret of the store.

CREATE TABLE tenant_secret (
    secret bytea NOT NULL,
    singly boolean PRIMARY KEY DEFAULT true CHECK (singly)
);
INSERT INTO tenant_secret (secret)
VALUES (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

-- Works for whoever may read the secret, that is for the owner and the pipeline.
CREATE FUNCTION aitia_tenant_proof(tenant text) RETURNS text LANGUAGE sql STABLE AS
$$ SELECT encode(sha256(secret || sha256(secret || convert_to(tenant, 'UTF8'))), 'hex') FROM tenant_secret $$;

-- The tenant of a session that can prove it; NULL, whose rows nobody has, for any other.
CREATE FUNCTION aitia_proven_tenant() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER AS
$$ SELECT aitia_tenant() WHERE current_setting('aitia.proof', true) = aitia_tenant_proof(aitia_tenant()) $$;

DO $$
DECLARE
    made text;
BEGIN
    FOREACH made IN ARRAY ARRAY['aitia_tenant_proof(text)', 'aitia_proven_tenant()'] LOOP
        EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', made, current_schema());
    END LOOP;
END
$$;

DO $$
DECLARE
    item record;
BEGIN
    FOR item IN SELECT tablename FROM pg_policies WHERE schemaname = current_schema() AND policyname = 'own' LOOP
        EXECUTE format('DROP POLICY own ON %I', item.tablename);
    END LOOP;
    -- What each row belongs to: a tenant, or a row that the session sees. The pipeline's own policy is made with its
    -- role (`create_writer.sql`); the owner is held by none.
    FOR item IN
        SELECT * FROM (VALUES
            ('questions', 'tenant = (SELECT aitia_proven_tenant())'),
            ('reviews', 'tenant = (SELECT aitia_proven_tenant())'),
            ('model_calls', 'tenant = (SELECT aitia_proven_tenant())'),
            ('rounds', 'question_id IN (SELECT q.question_id FROM questions q)'),
            ('searches', 'question_id IN (SELECT q.question_id FROM questions q)'),
            ('question_papers', 'question_id IN (SELECT q.question_id FROM questions q)'),
            ('question_extractions', 'question_id IN (SELECT q.question_id FROM questions q)'),
            ('question_nodes', 'question_id IN (SELECT q.question_id FROM questions q)'),
            ('graded_relations', 'question_id IN (SELECT q.question_id FROM questions q)'),
            ('insights', 'question_id IN (SELECT q.question_id FROM questions q)'),
            ('verdicts', 'question_id IN (SELECT q.question_id FROM questions q)'),
            ('search_hits', 'search_id IN (SELECT s.search_id FROM searches s)'),
            ('graded_relation_edges', 'graded_relation_id IN (SELECT r.graded_relation_id FROM graded_relations r)'),
            ('verdict_relations', 'verdict_id IN (SELECT v.verdict_id FROM verdicts v)'),
            ('verdict_wordings', 'verdict_id IN (SELECT v.verdict_id FROM verdicts v)'),
            -- What was read for a question (a model is told the question) is seen by those whose question it was.
            ('extractions', 'extraction_id IN (SELECT x.extraction_id FROM question_extractions x)'),
            ('claims', 'extraction_id IN (SELECT x.extraction_id FROM question_extractions x)'),
            ('claim_decisions', 'extraction_id IN (SELECT x.extraction_id FROM question_extractions x)'),
            ('effect_estimates', 'extraction_id IN (SELECT x.extraction_id FROM question_extractions x)'),
            ('edges', 'extraction_id IN (SELECT x.extraction_id FROM question_extractions x)'),
            ('edge_names', 'edge_id IN (SELECT e.id FROM edges e)'),
            -- A name stands for what somebody asked or read.
            ('nodes', 'id IN (SELECT e.source_node_id FROM edges e) OR id IN (SELECT e.target_node_id FROM edges e)'
                ' OR id IN (SELECT n.node_id FROM question_nodes n)'),
            ('alias_links', 'node_a IN (SELECT n.id FROM nodes n) AND node_b IN (SELECT n.id FROM nodes n)'),
            ('change_log', 'CASE table_name WHEN ''reviews'' THEN row_id IN (SELECT r.review_id FROM reviews r)'
                ' ELSE node_ids <@ ARRAY(SELECT n.id FROM nodes n) END'),
            ('seals', 'false'), ('tenant_keys', 'false'), ('tenant_secret', 'false')
        ) AS owned (name, seen)
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', item.name);
        EXECUTE format('CREATE POLICY own ON %I USING (%s)', item.name, item.seen);
    END LOOP;
END
$$;

DROP FUNCTION aitia_restricted();

-- Tenants share papers and passages; questions, verdicts, reviews and spend belong to one. A session says whose
-- it is by the setting `aitia.tenant`; policies keep rows apart for the roles of the pages and of `aitia sql`.

CREATE FUNCTION aitia_tenant() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT coalesce(nullif(current_setting('aitia.tenant', true), ''), 'default') $$;

CREATE FUNCTION aitia_restricted() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT current_user IN ('aitia_tenant', 'aitia_reader') $$;

ALTER TABLE questions ADD COLUMN tenant text NOT NULL DEFAULT aitia_tenant();
ALTER TABLE reviews ADD COLUMN tenant text NOT NULL DEFAULT aitia_tenant();
ALTER TABLE model_calls ADD COLUMN tenant text NOT NULL DEFAULT aitia_tenant();
-- The seals of rows that have a new column are made anew: what stands was not changed by anybody.
SET LOCAL timezone = 'UTC';
SET LOCAL extra_float_digits = 1;
ALTER TABLE seals DISABLE TRIGGER seals_by_triggers;
UPDATE seals s SET seal = sha256(convert_to(jsonb_strip_nulls(to_jsonb(f) - 'transaction_id')::text, 'UTF8'))
FROM reviews f WHERE s.table_name = 'reviews' AND s.row_key = to_jsonb(f) ->> 'review_id';
UPDATE seals s SET seal = sha256(convert_to(jsonb_strip_nulls(to_jsonb(f) - 'transaction_id')::text, 'UTF8'))
FROM model_calls f WHERE s.table_name = 'model_calls' AND s.row_key = to_jsonb(f) ->> 'cache_key';
ALTER TABLE seals ENABLE TRIGGER seals_by_triggers;
CREATE INDEX rule_questions_tenant ON questions (tenant);
CREATE INDEX rule_reviews_tenant ON reviews (tenant);

-- Keys are kept as hashes; no role but the owner reads them.
CREATE TABLE tenant_keys (
    key_hash text PRIMARY KEY,
    tenant text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['questions', 'reviews', 'model_calls'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own ON %I USING (NOT aitia_restricted() OR tenant = aitia_tenant())',
            name);
    END LOOP;
    -- What belongs to a question belongs to whoever sees the question.
    FOREACH name IN ARRAY ARRAY[
        'rounds', 'searches', 'question_papers', 'question_extractions', 'graded_relations', 'insights', 'verdicts'
    ] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own ON %I USING (NOT aitia_restricted() OR EXISTS (SELECT FROM questions q'
            ' WHERE q.question_id = %I.question_id))', name, name);
    END LOOP;
    -- What was read for a question (a model is told the question) is seen by those whose question it was read for.
    FOREACH name IN ARRAY ARRAY['extractions', 'claims', 'claim_decisions', 'effect_estimates', 'edges'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own ON %I USING (NOT aitia_restricted() OR extraction_id IN (SELECT x.extraction_id'
            ' FROM question_extractions x))', name);
    END LOOP;
END
$$;

ALTER TABLE search_hits ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON search_hits USING (NOT aitia_restricted() OR EXISTS (SELECT FROM searches s WHERE s.search_id = search_hits.search_id));
ALTER TABLE graded_relation_edges ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON graded_relation_edges USING (NOT aitia_restricted() OR EXISTS (SELECT FROM graded_relations r
    WHERE r.graded_relation_id = graded_relation_edges.graded_relation_id));
ALTER TABLE verdict_relations ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON verdict_relations USING (NOT aitia_restricted() OR EXISTS (SELECT FROM verdicts v
    WHERE v.verdict_id = verdict_relations.verdict_id));
ALTER TABLE verdict_wordings ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON verdict_wordings USING (NOT aitia_restricted() OR EXISTS (SELECT FROM verdicts v
    WHERE v.verdict_id = verdict_wordings.verdict_id));

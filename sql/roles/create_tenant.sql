-- The role of the pages and of `/api/v1`: sees the rows of one tenant (policies of `prove_tenants.sql`), and
-- writes reviews and nothing else. Views show whoever asks what that role may see.

DO $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'aitia_tenant') THEN
        CREATE ROLE aitia_tenant NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
        ALTER ROLE aitia_tenant SET statement_timeout = '30s';
        ALTER ROLE aitia_tenant SET idle_in_transaction_session_timeout = '5min';
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL;
END
$$;

DO $$
DECLARE
    name text;
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO aitia_tenant', current_schema());
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO aitia_tenant', current_schema());
    GRANT INSERT ON reviews, change_log TO aitia_tenant;
    REVOKE ALL ON tenant_keys, tenant_secret FROM aitia_tenant, aitia_reader;
    REVOKE SELECT ON change_log FROM aitia_tenant;
    FOR name IN SELECT relname FROM pg_class
        WHERE relkind = 'v' AND relnamespace = current_schema()::regnamespace
            AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = pg_class.oid AND d.deptype = 'e')
    LOOP
        EXECUTE format('ALTER VIEW %I SET (security_invoker = true)', name);
    END LOOP;
END
$$;

-- The role of `aitia sql`: reads what one tenant may (policies of `prove_tenants.sql`), writes nothing. Roles belong to the whole server, so another
-- database, or another process at this moment, may have made it already.

DO $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'aitia_reader') THEN
        CREATE ROLE aitia_reader NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION CONNECTION LIMIT 20;
        ALTER ROLE aitia_reader SET default_transaction_read_only = on;
        ALTER ROLE aitia_reader SET statement_timeout = '30s';
        ALTER ROLE aitia_reader SET idle_in_transaction_session_timeout = '5min';
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL;
END
$$;

DO $$
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO aitia_reader', current_schema());
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO aitia_reader', current_schema());
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT ON TABLES TO aitia_reader', current_schema());
END
$$;

-- Whoever opens the store takes the role on; a superuser may anyway, another owner has to be a member.
DO $$
BEGIN
    IF NOT pg_has_role(current_user, 'aitia_reader', 'MEMBER') THEN
        EXECUTE format('GRANT aitia_reader TO %I', current_user);
    END IF;
EXCEPTION WHEN insufficient_privilege THEN
    NULL;
END
$$;

-- Everything that the store is made of goes, in the transaction that puts the backup in its place. What belongs
-- to an extension stays. Who uses a table meanwhile is not waited for long.
SET lock_timeout = '15s';

DO $$
DECLARE
    thing record;
BEGIN
    FOR thing IN
        SELECT c.oid::regclass::text AS name,
               CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE'
                              ELSE 'TABLE' END AS kind
        FROM pg_class c
        WHERE c.relnamespace = to_regnamespace(quote_ident(current_schema()))
          AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
          AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('e', 'i', 'a'))
        ORDER BY c.relkind = 'S'
    LOOP
        EXECUTE format('DROP %s IF EXISTS %s CASCADE', thing.kind, thing.name);
    END LOOP;
    FOR thing IN
        SELECT p.oid::regprocedure::text AS name
        FROM pg_proc p
        WHERE p.pronamespace = to_regnamespace(quote_ident(current_schema()))
          AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    LOOP
        EXECUTE format('DROP ROUTINE IF EXISTS %s CASCADE', thing.name);
    END LOOP;
END
$$;

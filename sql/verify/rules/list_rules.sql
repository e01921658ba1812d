-- The rules of the store, one line each. A trigger, a check and a unique index are their names, a function what
-- it does.
SELECT 'trigger ' || c.relname || ' ' || t.tgname || ' ' || p.proname
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal
UNION ALL
SELECT 'check ' || c.relname || ' ' || k.conname
FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
WHERE k.contype IN ('c', 'f', 'u', 'p') AND k.connamespace = current_schema()::regnamespace
UNION ALL
SELECT 'unique ' || t.relname || ' ' || c.relname
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
WHERE i.indisunique AND t.relnamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)
UNION ALL
SELECT 'function ' || p.proname || ' does ' || md5(p.prosrc)
FROM pg_proc p
WHERE p.pronamespace = current_schema()::regnamespace AND p.prorettype = 'trigger'::regtype;

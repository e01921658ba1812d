-- The rules of the store, one line each. A trigger and a check are their names, a function what it does.
SELECT 'trigger ' || c.relname || ' ' || t.tgname || ' ' || p.proname
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal
UNION ALL
SELECT 'check ' || c.relname || ' ' || k.conname
FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
WHERE k.contype IN ('c', 'f', 'u', 'p') AND k.connamespace = current_schema()::regnamespace
UNION ALL
SELECT 'function ' || p.proname || ' does ' || md5(p.prosrc)
FROM pg_proc p
WHERE p.pronamespace = current_schema()::regnamespace AND p.prorettype = 'trigger'::regtype;

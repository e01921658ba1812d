-- Triggers of the store's tables that are switched off.
SELECT c.relname AS table_name, t.tgname AS row_key, 'the trigger is switched off' AS what
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal AND t.tgenabled <> 'O';

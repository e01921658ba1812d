-- Transactions are counted by each server for itself. The numbers that a backup brings go below zero, in their
-- order: what a question had not taken in stays untaken, all of it lies below this server's horizon, and every
-- change from now on lies above. A sensor's cursor counts in the old numbers or the new, so every question counts
-- as marked now and is looked at once more.
RESET search_path;

DO $$
DECLARE
    moved record;
    newest bigint := 0;
    found bigint;
    marks text[] := ARRAY['questions.reasoned_below', 'questions.marked_in'];
BEGIN
    FOR moved IN
        SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = current_schema() AND data_type = 'bigint'
          AND (column_name = 'transaction_id' OR table_name || '.' || column_name = ANY (marks))
          AND table_name IN (SELECT tablename FROM pg_tables WHERE schemaname = current_schema())
    LOOP
        EXECUTE format('SELECT max(%I) FROM %I', moved.column_name, moved.table_name) INTO found;
        newest := greatest(newest, found);
    END LOOP;
    FOR moved IN
        SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = current_schema() AND data_type = 'bigint'
          AND (column_name = 'transaction_id' OR table_name || '.' || column_name = ANY (marks))
          AND table_name IN (SELECT tablename FROM pg_tables WHERE schemaname = current_schema())
    LOOP
        -- The rows keep all but this number, which is the server's and not the store's.
        EXECUTE format('ALTER TABLE %I DISABLE TRIGGER USER', moved.table_name);
        EXECUTE format('UPDATE %1$I SET %2$I = %2$I - %3$s - 1', moved.table_name, moved.column_name, newest);
        EXECUTE format('ALTER TABLE %I ENABLE TRIGGER USER', moved.table_name);
    END LOOP;
END
$$;

UPDATE questions SET marked_in = pg_current_xact_id()::text::bigint WHERE marked_in IS NOT NULL;

-- Views, roles and grants are made anew at the next opening.
COMMENT ON TABLE schema_version IS NULL;

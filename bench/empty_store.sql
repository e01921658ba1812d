-- Everything that was written to a store goes; what every fresh store holds stays. Triggers and keys are set aside.
DO $$
DECLARE
    held text;
BEGIN
    SET LOCAL session_replication_role = replica;
    FOR held IN
        SELECT relname FROM pg_class
        WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
          AND relname NOT IN ('schema_version', 'node_types', 'relation_types')
    LOOP
        EXECUTE format('DELETE FROM %I', held);
    END LOOP;
END
$$

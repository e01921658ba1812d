-- Two nodes of different types are no aliases: a role is not part of a name, and insights join roles by themselves.

CREATE FUNCTION refuse_alias_across_types() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    kinds text[];
BEGIN
    SELECT array_agg(DISTINCT type) INTO kinds FROM nodes WHERE id IN (NEW.node_a, NEW.node_b);
    IF cardinality(kinds) > 1 THEN
        RAISE EXCEPTION 'link % would join nodes of the types %', NEW.link_id, array_to_string(kinds, ' and ')
            USING ERRCODE = 'check_violation', TABLE = 'alias_links', CONSTRAINT = 'alias_links_one_type';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER alias_links_one_type BEFORE INSERT ON alias_links
    FOR EACH ROW EXECUTE FUNCTION refuse_alias_across_types();

DO $$
BEGIN
    EXECUTE format('ALTER FUNCTION refuse_alias_across_types() SET search_path = %I, pg_temp', current_schema());
END
$$;

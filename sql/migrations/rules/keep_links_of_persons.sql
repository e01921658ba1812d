-- What a person says of two names stays: no rule's link takes the place of a person's.

CREATE FUNCTION refuse_rule_over_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.tier <> 'person'
        AND EXISTS (SELECT 1 FROM alias_links WHERE link_id = NEW.supersedes AND tier = 'person')
    THEN
        RAISE EXCEPTION 'link % would supersede what a person says of the two names', NEW.link_id
            USING ERRCODE = 'check_violation', TABLE = 'alias_links', CONSTRAINT = 'alias_links_person_stays';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER alias_links_keep_persons BEFORE INSERT ON alias_links
    FOR EACH ROW EXECUTE FUNCTION refuse_rule_over_person();

CREATE TRIGGER edge_names_never_changed BEFORE UPDATE ON edge_names
    FOR EACH ROW EXECUTE FUNCTION refuse_update();

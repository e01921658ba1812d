-- What a model said of a verdict is kept as it was said.

CREATE TRIGGER verdict_wordings_never_changed BEFORE UPDATE ON verdict_wordings
    FOR EACH ROW EXECUTE FUNCTION refuse_update();
CREATE TRIGGER verdict_wordings_never_deleted BEFORE DELETE ON verdict_wordings
    FOR EACH ROW EXECUTE FUNCTION refuse_delete();

-- The change log: which nodes a change of an edge, alias, study link, review or retraction touches.
-- `transaction_id` is the writing transaction's 64-bit id. A consumer takes rows below change_log_horizon():
-- every transaction below it has ended, so no row can still appear there.

CREATE FUNCTION change_log_horizon() RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint
$$;

CREATE FUNCTION record_change(
    changed_table text, changed_row text, operation text, touched text[], paper text
) RETURNS void LANGUAGE sql AS $$
    INSERT INTO change_log (transaction_id, table_name, row_id, operation, node_ids, paper_id)
    VALUES (
        pg_current_xact_id()::text::bigint, changed_table, changed_row, lower(operation),
        coalesce(touched, '{}'), paper
    )
$$;

CREATE FUNCTION nodes_of_paper(paper text) RETURNS text[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(DISTINCT node ORDER BY node)
    FROM edges e
    JOIN passages p ON p.passage_id = e.passage_id
    CROSS JOIN LATERAL (VALUES (e.source_node_id), (e.target_node_id)) AS ends (node)
    WHERE p.paper_id = paper
$$;

CREATE FUNCTION record_edge_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    edge edges%ROWTYPE;
BEGIN
    IF TG_OP = 'DELETE' THEN edge := OLD; ELSE edge := NEW; END IF;
    PERFORM record_change(
        'edges', edge.id, TG_OP, ARRAY[edge.source_node_id, edge.target_node_id],
        edge.provenance -> 'meta' ->> 'source_paper_id'
    );
    RETURN NULL;
END
$$;

CREATE TRIGGER edges_recorded AFTER INSERT OR DELETE ON edges
    FOR EACH ROW EXECUTE FUNCTION record_edge_change();

CREATE FUNCTION record_alias_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM record_change('alias_links', NEW.link_id, TG_OP, ARRAY[NEW.node_a, NEW.node_b], NULL);
    RETURN NULL;
END
$$;

CREATE TRIGGER alias_links_recorded AFTER INSERT ON alias_links
    FOR EACH ROW EXECUTE FUNCTION record_alias_change();

CREATE FUNCTION record_study_link_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM record_change('study_links', NEW.link_id, TG_OP, nodes_of_paper(NEW.paper_id), NEW.paper_id);
    RETURN NULL;
END
$$;

CREATE TRIGGER study_links_recorded AFTER INSERT ON study_links
    FOR EACH ROW EXECUTE FUNCTION record_study_link_change();

CREATE FUNCTION record_retraction_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM record_change('papers', NEW.paper_id, TG_OP, nodes_of_paper(NEW.paper_id), NEW.paper_id);
    RETURN NULL;
END
$$;

CREATE TRIGGER papers_retraction_recorded AFTER UPDATE OF retraction_status ON papers
    FOR EACH ROW WHEN (OLD.retraction_status IS DISTINCT FROM NEW.retraction_status)
    EXECUTE FUNCTION record_retraction_change();

-- A review names any kind of subject; one that does not exist is refused here, for want of a foreign key.
CREATE FUNCTION record_review_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    touched text[];
    paper text;
    known boolean;
BEGIN
    CASE NEW.subject_type
        WHEN 'edge' THEN
            SELECT true, ARRAY[source_node_id, target_node_id], provenance -> 'meta' ->> 'source_paper_id'
            INTO known, touched, paper FROM edges WHERE id = NEW.subject_id;
        WHEN 'claim' THEN
            SELECT true, c.paper_id INTO known, paper FROM claims c WHERE c.claim_id = NEW.subject_id LIMIT 1;
            SELECT array_agg(DISTINCT node ORDER BY node) INTO touched
            FROM edges e CROSS JOIN LATERAL (VALUES (e.source_node_id), (e.target_node_id)) AS ends (node)
            WHERE e.claim_id = NEW.subject_id;
        WHEN 'alias_link' THEN
            SELECT true, ARRAY[node_a, node_b] INTO known, touched
            FROM alias_links WHERE link_id = NEW.subject_id;
        WHEN 'study_link' THEN
            SELECT true, paper_id, nodes_of_paper(paper_id) INTO known, paper, touched
            FROM study_links WHERE link_id = NEW.subject_id;
        WHEN 'paper' THEN
            SELECT true, paper_id, nodes_of_paper(paper_id) INTO known, paper, touched
            FROM papers WHERE paper_id = NEW.subject_id;
        WHEN 'study_pair' THEN
            SELECT count(*) = 2, min(paper_id) INTO known, paper
            FROM papers WHERE paper_id = ANY (string_to_array(NEW.subject_id, '|'));
            SELECT array_agg(DISTINCT node) INTO touched
            FROM unnest(string_to_array(NEW.subject_id, '|')) AS pair (paper_id),
                 unnest(nodes_of_paper(pair.paper_id)) AS node;
        ELSE
            RAISE EXCEPTION 'a review is of an edge, claim, alias_link, study_link, study_pair or paper, not of a %',
                NEW.subject_type
                USING ERRCODE = 'check_violation', TABLE = 'reviews', CONSTRAINT = 'reviews_subject_type';
    END CASE;
    IF known IS NOT TRUE THEN
        RAISE EXCEPTION 'review % is of % %, which is not stored', NEW.review_id, NEW.subject_type, NEW.subject_id
            USING ERRCODE = 'foreign_key_violation', TABLE = 'reviews', CONSTRAINT = 'reviews_subject';
    END IF;
    PERFORM record_change('reviews', NEW.review_id, TG_OP, touched, paper);
    RETURN NULL;
END
$$;

CREATE TRIGGER reviews_recorded AFTER INSERT ON reviews
    FOR EACH ROW EXECUTE FUNCTION record_review_change();

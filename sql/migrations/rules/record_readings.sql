-- An edge lies in the graph around every question as long as some question reads its paper that way. Where the first
-- comes to, or the last one ceases to, its nodes are touched though no edge was written.

CREATE FUNCTION record_reading_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    held text;
BEGIN
    FOREACH held IN ARRAY ARRAY[
        CASE WHEN TG_OP <> 'INSERT' THEN OLD.extraction_id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.extraction_id END
    ] LOOP
        CONTINUE WHEN held IS NULL OR EXISTS (
            SELECT FROM question_extractions x
            WHERE x.extraction_id = held AND x.question_id <> coalesce(NEW.question_id, OLD.question_id));
        PERFORM record_change('question_extractions', held, TG_OP, touched.nodes, NULL)
        FROM (SELECT array_agg(DISTINCT node ORDER BY node) AS nodes
              FROM edges e CROSS JOIN LATERAL (VALUES (e.source_node_id), (e.target_node_id)) AS ends (node)
              WHERE e.extraction_id = held) touched
        WHERE touched.nodes IS NOT NULL;
    END LOOP;
    RETURN NULL;
END
$$;

CREATE TRIGGER question_extractions_recorded AFTER INSERT OR DELETE OR UPDATE OF extraction_id ON question_extractions
    FOR EACH ROW EXECUTE FUNCTION record_reading_change();

DO $$
BEGIN
    EXECUTE format('ALTER FUNCTION record_reading_change() SET search_path = %I, pg_temp', current_schema());
END
$$;

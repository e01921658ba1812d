-- No quote, no edge: the evidence is the passage's text at the edge's offsets, character by character,
-- and the provenance says what the columns say.

CREATE FUNCTION refuse_false_edge() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    passage passages%ROWTYPE;
    claim_paper text;
    stated jsonb := NEW.provenance -> 'meta';
    actual jsonb;
BEGIN
    SELECT * INTO passage FROM passages WHERE passage_id = NEW.passage_id;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'edge % quotes the passage %, which is not stored', NEW.id, NEW.passage_id
            USING ERRCODE = 'foreign_key_violation', TABLE = 'edges', CONSTRAINT = 'edges_passage';
    END IF;

    IF NEW.char_start < 0
        OR NEW.char_end <= NEW.char_start
        OR NEW.char_end > char_length(passage.text)
        OR substr(passage.text, NEW.char_start + 1, NEW.char_end - NEW.char_start) COLLATE "C"
            IS DISTINCT FROM NEW.evidence COLLATE "C"
    THEN
        RAISE EXCEPTION 'the quote of edge % is not the text at characters % to % of passage %',
            NEW.id, NEW.char_start, NEW.char_end, NEW.passage_id
            USING ERRCODE = 'check_violation', TABLE = 'edges', CONSTRAINT = 'edges_quote',
                DETAIL = format('Quote: %s', left(NEW.evidence, 300));
    END IF;

    SELECT paper_id INTO claim_paper FROM claims
    WHERE claim_id = NEW.claim_id AND extraction_id = NEW.extraction_id;
    IF FOUND AND claim_paper <> passage.paper_id THEN
        RAISE EXCEPTION 'edge % quotes paper %, its claim is of paper %', NEW.id, passage.paper_id, claim_paper
            USING ERRCODE = 'check_violation', TABLE = 'edges', CONSTRAINT = 'edges_claim_paper';
    END IF;

    actual := jsonb_build_object(
        'source_paper_id', passage.paper_id,
        'section_id', passage.section_id,
        'part_index', passage.part_index,
        'char_start', NEW.char_start,
        'char_end', NEW.char_end,
        'extraction_id', NEW.extraction_id
    );
    IF stated IS NULL OR jsonb_typeof(stated) <> 'object' OR NOT stated @> actual THEN
        RAISE EXCEPTION 'the provenance of edge % does not say where its quote stands', NEW.id
            USING ERRCODE = 'check_violation', TABLE = 'edges', CONSTRAINT = 'edges_provenance',
                DETAIL = format('meta must hold %s', actual);
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER edges_refuse_false BEFORE INSERT ON edges
    FOR EACH ROW EXECUTE FUNCTION refuse_false_edge();

ALTER TABLE claims
    ADD CONSTRAINT claims_confidence CHECK (confidence >= 0 AND confidence <= 1);

ALTER TABLE paper_embeddings
    ADD CONSTRAINT paper_embeddings_raw_size CHECK (vector_dims(raw) = dimensions),
    ADD CONSTRAINT paper_embeddings_short_size CHECK (vector_dims(short) = short_dimensions);

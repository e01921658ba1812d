-- A person notes that a paper is retracted, and takes that back: a decision of its own beside those on its relevance.

ALTER TABLE reviews DROP CONSTRAINT reviews_subject_type, DROP CONSTRAINT reviews_decision;
ALTER TABLE reviews
    ADD CONSTRAINT reviews_subject_type
        CHECK (subject_type IN ('edge', 'claim', 'alias_link', 'study_link', 'paper', 'study_pair', 'source', 'question',
                                'retraction'))
        NOT VALID,
    ADD CONSTRAINT reviews_decision
        CHECK (decision = 'withdrawn' AND supersedes IS NOT NULL
               OR subject_type IN ('edge', 'claim', 'alias_link', 'study_link') AND decision IN ('accept', 'reject')
               OR subject_type = 'paper' AND decision IN ('include', 'exclude', 'remove')
               OR subject_type IN ('source', 'question') AND decision = 'remove'
               OR subject_type = 'study_pair' AND decision IN ('join', 'separate')
               OR subject_type = 'retraction' AND decision = 'retract'
               OR subject_type NOT IN ('edge', 'claim', 'alias_link', 'study_link', 'paper', 'study_pair', 'source', 'question',
                                'retraction'))
        NOT VALID;

-- Where every row of before keeps a check, it is as if it had always been there.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['reviews_subject_type', 'reviews_decision'] LOOP
        BEGIN
            EXECUTE format('ALTER TABLE reviews VALIDATE CONSTRAINT %I', name);
        EXCEPTION WHEN check_violation THEN
            NULL;
        END;
    END LOOP;
END
$$;

CREATE OR REPLACE FUNCTION record_review_change() RETURNS trigger LANGUAGE plpgsql AS $$
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
        WHEN 'retraction' THEN
            SELECT true, paper_id, nodes_of_paper(paper_id) INTO known, paper, touched
            FROM papers WHERE paper_id = NEW.subject_id;
        WHEN 'study_pair' THEN
            SELECT count(*) = 2, min(paper_id) INTO known, paper
            FROM papers WHERE paper_id = ANY (string_to_array(NEW.subject_id, '|'));
            SELECT array_agg(DISTINCT node) INTO touched
            FROM unnest(string_to_array(NEW.subject_id, '|')) AS pair (paper_id),
                 unnest(nodes_of_paper(pair.paper_id)) AS node;
        WHEN 'question' THEN
            SELECT true INTO known FROM questions WHERE question_id = NEW.subject_id;
            SELECT array_agg(DISTINCT node ORDER BY node) INTO touched
            FROM question_extractions x JOIN edges e ON e.extraction_id = x.extraction_id
            CROSS JOIN LATERAL (VALUES (e.source_node_id), (e.target_node_id)) AS ends (node)
            WHERE x.question_id = NEW.subject_id;
        WHEN 'source' THEN
            SELECT true INTO known FROM searches WHERE source = NEW.subject_id LIMIT 1;
            -- Every question with a paper of that source is touched, whether or not it has edges.
            PERFORM record_change('reviews', NEW.review_id, TG_OP, nodes_of_paper(p.paper_id), p.paper_id)
            FROM (SELECT DISTINCT h.paper_id FROM search_hits h JOIN searches s ON s.search_id = h.search_id
                  WHERE s.source = NEW.subject_id) p;
        ELSE
            RAISE EXCEPTION 'a review is of an edge, claim, alias_link, study_link, study_pair, paper, retraction, source or question, not of a %',
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

DO $$
BEGIN
    EXECUTE format('ALTER FUNCTION record_review_change() SET search_path = %I, pg_temp', current_schema());
END
$$;

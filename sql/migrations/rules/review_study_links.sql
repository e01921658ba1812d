-- A review of a study link has an effect: it speaks of the paper and the report that it was linked by (which a bundle
-- of one question may leave out: no foreign key).

ALTER TABLE study_links ADD COLUMN linked_to text;
ALTER TABLE study_links
    ADD CONSTRAINT study_links_other_paper CHECK (linked_to <> paper_id);

ALTER TABLE reviews DROP CONSTRAINT reviews_subject_type, DROP CONSTRAINT reviews_decision;
ALTER TABLE reviews
    ADD CONSTRAINT reviews_subject_type
        CHECK (subject_type IN ('edge', 'claim', 'alias_link', 'study_link', 'paper', 'study_pair')) NOT VALID,
    ADD CONSTRAINT reviews_decision
        CHECK (decision = 'withdrawn' AND supersedes IS NOT NULL
               OR subject_type IN ('edge', 'claim', 'alias_link', 'study_link') AND decision IN ('accept', 'reject')
               OR subject_type = 'paper' AND decision IN ('include', 'exclude')
               OR subject_type = 'study_pair' AND decision IN ('join', 'separate')
               OR subject_type NOT IN ('edge', 'claim', 'alias_link', 'study_link', 'paper', 'study_pair')) NOT VALID;

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

CREATE FUNCTION refuse_review_of_nothing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM study_links WHERE link_id = NEW.subject_id AND linked_to IS NULL) THEN
        RAISE EXCEPTION 'study link % joins its paper to no other report', NEW.subject_id
            USING ERRCODE = 'check_violation', TABLE = 'reviews', CONSTRAINT = 'reviews_of_two_reports',
                HINT = 'Review the pair: subject type study_pair, subject paper|paper, join or separate.';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER reviews_of_two_reports BEFORE INSERT ON reviews
    FOR EACH ROW WHEN (NEW.subject_type = 'study_link') EXECUTE FUNCTION refuse_review_of_nothing();

DO $$
BEGIN
    EXECUTE format('ALTER FUNCTION refuse_review_of_nothing() SET search_path = %I, pg_temp', current_schema());
END
$$;

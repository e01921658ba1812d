-- Closed lists and what figures must be, held by the database. NOT VALID: rows of an older store stay as they were
-- written (`aitia db verify` names them); every new row is held to it. What an engine only proposes (`claims.relation`,
-- limits of `effect_estimates`) may say anything: the validators refuse it by name, in a row.

ALTER TABLE questions
    ALTER COLUMN kind SET DEFAULT 'effect',
    ALTER COLUMN outcome_polarity SET DEFAULT 'unknown',
    ADD CONSTRAINT questions_kind
        CHECK (kind IN ('effect', 'comparison', 'conditional', 'abductive', 'pairwise', 'landscape')) NOT VALID,
    ADD CONSTRAINT questions_expected_direction
        CHECK (expected_direction IN ('increases', 'decreases', 'no_difference', 'unclear')) NOT VALID,
    ADD CONSTRAINT questions_outcome_polarity
        CHECK (outcome_polarity IN ('harmful', 'beneficial', 'unknown')) NOT VALID;

ALTER TABLE rounds ADD CONSTRAINT rounds_round_no CHECK (round_no >= 1) NOT VALID;

ALTER TABLE searches
    ADD CONSTRAINT searches_evidence_type
        CHECK (evidence_type IN ('systematic_review', 'randomised_trial', 'observational', 'mechanism', 'harm'))
        NOT VALID,
    ADD CONSTRAINT searches_counts
        CHECK (round_no >= 1 AND result_limit >= 0 AND reported >= 0 AND returned >= 0) NOT VALID;

ALTER TABLE search_hits ADD CONSTRAINT search_hits_rank CHECK (rank >= 1) NOT VALID;

ALTER TABLE paper_conflicts
    ADD CONSTRAINT paper_conflicts_kind
        CHECK (kind IN ('identifiers disagree', 'other text', 'standing of another paper', 'earlier text')) NOT VALID;

ALTER TABLE retraction_signals
    ADD CONSTRAINT retraction_signals_status
        CHECK (status IN ('unknown', 'none', 'corrected', 'concern', 'retracted')) NOT VALID;

ALTER TABLE passages
    ADD CONSTRAINT passages_place CHECK (part_index >= 0 AND revision >= 1 AND char_offset >= 0) NOT VALID;

ALTER TABLE extractions
    ADD CONSTRAINT extractions_mode CHECK (mode IN ('normal', 'compact', 'minimal')) NOT VALID;

ALTER TABLE claims
    ADD CONSTRAINT claims_direction
        CHECK (direction IN ('increases', 'decreases', 'no_difference', 'unclear')) NOT VALID,
    ADD CONSTRAINT claims_role
        CHECK (role IN ('result', 'conclusion', 'method', 'background', 'others')) NOT VALID;

ALTER TABLE claim_decisions
    ADD CONSTRAINT claim_decisions_rule CHECK (decision = 'accepted' OR rule <> '' AND rule IS NOT NULL) NOT VALID;

ALTER TABLE effect_estimates
    ADD CONSTRAINT effect_estimates_measure
        CHECK (measure IN ('RR', 'OR', 'HR', 'IRR', 'RD', 'MD', 'SMD', 'COR', 'PERCENT')) NOT VALID;

ALTER TABLE alias_links
    ADD CONSTRAINT alias_links_similarity CHECK (similarity BETWEEN -1 AND 1) NOT VALID,
    ADD CONSTRAINT alias_links_other_than_itself CHECK (supersedes <> link_id) NOT VALID;

ALTER TABLE study_links
    ADD CONSTRAINT study_links_method
        CHECK (method IN ('person', 'registration', 'cohort_name', 'size_and_authors', 'same_wording', 'alone'))
        NOT VALID,
    ADD CONSTRAINT study_links_other_than_itself CHECK (supersedes <> link_id) NOT VALID;

ALTER TABLE graded_relations
    ADD CONSTRAINT graded_relations_role
        CHECK (outcome_role IN ('main', 'surrogate', 'other', 'harm', 'unrelated') OR withdrawn) NOT VALID,
    ADD CONSTRAINT graded_relations_direction
        CHECK (direction IN ('increases', 'decreases', 'no_difference', 'unclear') OR withdrawn) NOT VALID,
    ADD CONSTRAINT graded_relations_certainty
        CHECK (certainty IN ('high', 'moderate', 'low', 'very_low')) NOT VALID,
    ADD CONSTRAINT graded_relations_measure
        CHECK (measure IN ('RR', 'OR', 'HR', 'IRR', 'RD', 'MD', 'SMD', 'COR', 'PERCENT')) NOT VALID,
    ADD CONSTRAINT graded_relations_interval
        CHECK (low <= high AND low <> 'NaN' AND high <> 'NaN' AND point <> 'NaN') NOT VALID,
    ADD CONSTRAINT graded_relations_counts
        CHECK (version >= 1 AND studies >= 0 AND participants >= 0 AND i2 BETWEEN 0 AND 100) NOT VALID;

ALTER TABLE verdicts
    ADD CONSTRAINT verdicts_conclusion
        CHECK (conclusion IN ('established_causal', 'no_causal_effect', 'insufficient_evidence', 'unclear', 'listed'))
        NOT VALID,
    ADD CONSTRAINT verdicts_likelihood
        CHECK (likelihood IN ('established', 'probable', 'unlikely', 'disproven', 'insufficient')) NOT VALID,
    ADD CONSTRAINT verdicts_comparison_answer
        CHECK (comparison_answer IN ('higher', 'lower', 'no difference', 'uncertain effect', 'insufficient data'))
        NOT VALID,
    ADD CONSTRAINT verdicts_direction
        CHECK (direction IN ('increases', 'decreases', 'no_difference', 'unclear')) NOT VALID,
    ADD CONSTRAINT verdicts_certainty
        CHECK (certainty IN ('high', 'moderate', 'low', 'very_low')) NOT VALID,
    ADD CONSTRAINT verdicts_measure
        CHECK (measure IN ('RR', 'OR', 'HR', 'IRR', 'RD', 'MD', 'SMD', 'COR', 'PERCENT')) NOT VALID,
    ADD CONSTRAINT verdicts_interval
        CHECK (low <= high AND low <> 'NaN' AND high <> 'NaN' AND point <> 'NaN') NOT VALID,
    ADD CONSTRAINT verdicts_confidence CHECK (confidence BETWEEN 0 AND 1) NOT VALID,
    ADD CONSTRAINT verdicts_counts CHECK (version >= 1 AND round_no >= 1) NOT VALID;

ALTER TABLE verdict_wordings
    ADD CONSTRAINT verdict_wordings_kind CHECK (kind IN ('summary', 'rephrase')) NOT VALID;

ALTER TABLE insights ADD CONSTRAINT insights_rank CHECK (rank >= 1 AND score <> 'NaN') NOT VALID;

ALTER TABLE model_calls
    ADD CONSTRAINT model_calls_status
        CHECK (status IN ('complete', 'truncated', 'refused', 'empty', 'invalid')) NOT VALID,
    ADD CONSTRAINT model_calls_counts
        CHECK (prompt_tokens >= 0 AND output_tokens >= 0 AND retries >= 0 AND price >= 0 AND price < 'Infinity'
               AND latency >= 0) NOT VALID;

-- A review: each kind of subject with the decisions that have an effect on it. `withdrawn` takes a review back and
-- names it. Two reports are named the lesser id first, so that there is one subject for a pair.
ALTER TABLE reviews
    ADD CONSTRAINT reviews_subject_type
        CHECK (subject_type IN ('edge', 'claim', 'alias_link', 'paper', 'study_pair')) NOT VALID,
    ADD CONSTRAINT reviews_decision
        CHECK (decision = 'withdrawn' AND supersedes IS NOT NULL
               OR subject_type IN ('edge', 'claim', 'alias_link') AND decision IN ('accept', 'reject')
               OR subject_type = 'paper' AND decision IN ('include', 'exclude')
               OR subject_type = 'study_pair' AND decision IN ('join', 'separate')
               OR subject_type NOT IN ('edge', 'claim', 'alias_link', 'paper', 'study_pair')) NOT VALID,
    ADD CONSTRAINT reviews_reviewer CHECK (reviewer ~ '[^[:space:]]') NOT VALID,
    ADD CONSTRAINT reviews_other_than_itself CHECK (supersedes <> review_id) NOT VALID,
    ADD CONSTRAINT reviews_pair
        CHECK (subject_type <> 'study_pair'
               OR split_part(subject_id, '|', 1) COLLATE "C" < split_part(subject_id, '|', 2) COLLATE "C"
                  AND split_part(subject_id, '|', 1) <> '' AND split_part(subject_id, '|', 3) = '') NOT VALID;

-- Where every row of before keeps a check, it is as if it had always been there.
DO $$
DECLARE
    open record;
BEGIN
    FOR open IN
        SELECT conrelid::regclass AS of_table, conname FROM pg_constraint
        WHERE contype = 'c' AND NOT convalidated AND connamespace = current_schema()::regnamespace
    LOOP
        BEGIN
            EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %I', open.of_table, open.conname);
        EXCEPTION WHEN check_violation THEN
            NULL;
        END;
    END LOOP;
END
$$;

-- What a store of every released schema may hold: one question, read and concluded, and reviews that nothing reads.
INSERT INTO questions (question_id, text, kind, outcome_polarity, active) VALUES ('question_1', 'Does it?', 'effect', 'unknown', true);
INSERT INTO papers (paper_id, title, title_key, abstract, demonstration)
VALUES ('paper_1', 'A trial', 'a trial', 'Fewer falls were seen with the drug.', false),
       ('paper_2', 'A cohort', 'a cohort', '', false);
INSERT INTO passages (passage_id, paper_id, section_id, part_index, revision, char_offset, text)
VALUES ('passage_1', 'paper_1', 'abstract', 0, 1, 0, 'Fewer falls were seen with the drug.');
INSERT INTO extractions (extraction_id, paper_id, engine, engine_version) VALUES ('extraction_1', 'paper_1', 'local', '1');
INSERT INTO question_extractions (question_id, paper_id, extraction_id) VALUES ('question_1', 'paper_1', 'extraction_1');
INSERT INTO nodes (id, type, canonical_name, name)
VALUES ('node_drug', 'Intervention', 'drug', 'drug'), ('node_falls', 'Outcome', 'falls', 'falls'),
       ('node_tumbles', 'Outcome', 'tumbles', 'tumbles');
INSERT INTO claims (claim_id, extraction_id, paper_id, cause, cause_type, effect, effect_type, relation, direction, quote,
                    passage_id, char_start, char_end, role, confidence)
VALUES ('claim_1', 'extraction_1', 'paper_1', 'drug', 'Intervention', 'falls', 'Outcome', 'decreases', 'decreases',
        'Fewer falls', 'passage_1', 0, 11, 'result', 0.9);
INSERT INTO claim_decisions (claim_id, extraction_id, validators_version, decision, reason)
VALUES ('claim_1', 'extraction_1', '4', 'accepted', 'every rule holds');
INSERT INTO edges (id, source_node_id, target_node_id, relationship_type, direction, confidence, evidence, passage_id,
                   char_start, char_end, claim_id, extraction_id, provenance)
VALUES ('edge_1', 'node_drug', 'node_falls', 'decreases', 'decreases', 0.9, 'Fewer falls', 'passage_1', 0, 11, 'claim_1',
        'extraction_1',
        '{"claim": {}, "meta": {"source_paper_id": "paper_1", "section_id": "abstract", "part_index": 0, "char_start": 0,
          "char_end": 11, "extraction_id": "extraction_1"}}');
INSERT INTO alias_links (link_id, node_a, node_b, tier, status, reason)
VALUES ('link_1', 'node_falls', 'node_tumbles', 'A', 'active', 'the same name after normalisation');
INSERT INTO reviews (review_id, subject_type, subject_id, decision, reviewer)
VALUES ('review_1', 'edge', 'edge_1', 'reject', 'a person'), ('review_2', 'paper', 'paper_2', 'banana', '');

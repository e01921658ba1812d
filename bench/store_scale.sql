-- A synthetic store of :papers papers and :questions questions, as runs would leave it. Every question has a
-- round, two searches, 200 gated papers, 100 of them read, and a verdict that names a gap.
-- Triggers are set aside, so that the change log is written here: one row per edge, spread over :transactions
-- transactions that are over, and a retraction for every hundredth paper.

INSERT INTO papers (paper_id, title, title_key, abstract, year, pmid, content_hash, demonstration)
SELECT 'paper_' || i, 'Paper ' || i, 'paper ' || i, 'drug ' || i % 500 || ' acts', 1990 + i % 35, i::text, md5(i::text), false
FROM generate_series(1, :papers) AS i;

INSERT INTO passages (passage_id, paper_id, section_id, part_index, revision, char_offset, text)
SELECT 'passage_' || i, 'paper_' || i, 'abstract', 0, 1, 0, 'the drug acts' FROM generate_series(1, :papers) AS i;

INSERT INTO extractions (extraction_id, paper_id, engine, engine_version, mode)
SELECT 'extraction_' || i, 'paper_' || i, 'local', '1', 'normal' FROM generate_series(1, :papers) AS i;

INSERT INTO nodes (id, type, canonical_name, name)
SELECT 'node_' || i, 'Outcome', 'thing_' || i, 'thing ' || i FROM generate_series(0, :papers / 5) AS i;

INSERT INTO claims (claim_id, extraction_id, paper_id, cause, cause_type, effect, effect_type, relation, direction,
                    quote, passage_id, char_start, char_end, role, confidence)
SELECT 'claim_' || i || '_' || part, 'extraction_' || i, 'paper_' || i, 'thing', 'Outcome', 'thing', 'Outcome',
       'increases', 'increases', 'the drug acts', 'passage_' || i, 0, 13, 'result', 0.8
FROM generate_series(1, :papers) AS i, generate_series(0, 1) AS part;

INSERT INTO rule_versions (version) VALUES (:validators);

INSERT INTO claim_decisions (claim_id, extraction_id, validators_version, decision, reason)
SELECT claim_id, extraction_id, :validators, 'accepted', 'every rule holds' FROM claims;

INSERT INTO edges (id, source_node_id, target_node_id, relationship_type, direction, confidence, evidence,
                   passage_id, char_start, char_end, claim_id, extraction_id, provenance)
SELECT 'edge_' || i || '_' || part, 'node_' || (i * 7 + part) % (:papers / 5),
       'node_' || (i * 7 + part + 1) % (:papers / 5), 'increases', 'increases', 0.8, 'the drug acts', 'passage_' || i,
       0, 13, 'claim_' || i || '_' || part, 'extraction_' || i,
       jsonb_build_object('meta', jsonb_build_object('source_paper_id', 'paper_' || i))
FROM generate_series(1, :papers) AS i, generate_series(0, 1) AS part;

INSERT INTO questions (question_id, text, kind, domain, intervention, outcome, outcome_polarity, sources, active,
                       reasoned_below, marked_in)
SELECT 'question_' || q, 'Does drug ' || q || ' reduce falls?', 'effect', 'biomedical', 'drug ' || q, 'falls',
       'harmful', ARRAY['pubmed', 'europe_pmc'], true, 3 + :transactions * q / :questions, 3
FROM generate_series(1, :questions) AS q;

INSERT INTO rounds (question_id, round_no, reason, finished_at)
SELECT 'question_' || q, 1, 'first round', now() FROM generate_series(1, :questions) AS q;

INSERT INTO searches (search_id, question_id, round_no, source, evidence_type, query, result_limit, status, returned,
                      sent_at)
SELECT 'search_' || q || '_' || source, 'question_' || q, 1, source, 'systematic_review', 'drug ' || q, 200, 'complete',
       100, now()
FROM generate_series(1, :questions) AS q, unnest(ARRAY['pubmed', 'europe_pmc']) AS source;

INSERT INTO question_papers (question_id, paper_id, round_no, decision, reason, rank, score)
SELECT 'question_' || q, 'paper_' || 1 + (q * 97 + i) % :papers, 1,
       CASE WHEN i < 100 THEN 'included' ELSE 'excluded' END, 'near enough', i, 0.5
FROM generate_series(1, :questions) AS q, generate_series(0, least(200, :papers) - 1) AS i;

INSERT INTO question_extractions (question_id, paper_id, extraction_id)
SELECT g.question_id, g.paper_id, x.extraction_id
FROM question_papers g JOIN extractions x USING (paper_id) WHERE g.decision = 'included';

INSERT INTO verdicts (verdict_id, question_id, version, round_no, fingerprint, conclusion, likelihood, direction, certainty,
                      gaps)
SELECT 'verdict_' || q, 'question_' || q, 1, 1, md5(q::text), 'insufficient_evidence', 'insufficient', 'unclear', 'low',
       :gaps
FROM generate_series(1, :questions) AS q;

INSERT INTO change_log (transaction_id, table_name, row_id, operation, node_ids, paper_id)
SELECT 3 + row_number() OVER (ORDER BY id) % :transactions, 'edges', id, 'insert', ARRAY[source_node_id, target_node_id],
       provenance -> 'meta' ->> 'source_paper_id'
FROM edges;

INSERT INTO change_log (transaction_id, table_name, row_id, operation, node_ids, paper_id)
SELECT 3 + i % :transactions, 'papers', 'paper_' || i, 'update', nodes_of_paper('paper_' || i), 'paper_' || i
FROM generate_series(100, :papers, 100) AS i;

INSERT INTO model_calls (cache_key, provider, model, prompt_version, schema_version, input_hash, request, response,
                         prompt_tokens, output_tokens, price, latency, retries, status, question_id, created_at)
SELECT 'call_' || i, 'gemini', 'model', '1', '1', md5(i::text), '', '', 1000, 100, 0.001, 1, 0, 'complete',
       'question_' || 1 + i % :questions, now() - i % 60 * interval '1 day'
FROM generate_series(1, :papers) AS i;

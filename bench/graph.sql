-- A graph of :edges edges over :nodes nodes, a few of them hubs (ends fall off with the square of a random number).
-- Triggers and foreign keys are set aside: only nodes and edges are made.

INSERT INTO nodes (id, type, canonical_name, name)
SELECT 'node_' || i, 'Outcome', 'thing_' || i, 'thing ' || i FROM generate_series(0, :nodes - 1) AS i;

SELECT setseed(0.5);

INSERT INTO edges (id, source_node_id, target_node_id, relationship_type, direction, confidence, evidence, passage_id,
                   char_start, char_end, claim_id, extraction_id, provenance)
SELECT 'edge_' || i, 'node_' || one, 'node_' || CASE WHEN one = other THEN (one + 1) % :nodes ELSE other END,
       'increases', 'increases', 0.8, 'the drug acts', 'passage', i, i + 13, 'claim_' || i, 'extraction', '{}'
FROM (SELECT i, floor(random() * :nodes)::int AS one, floor(power(random(), 1.2) * :nodes)::int AS other
      FROM generate_series(1, :edges) AS i) drawn;

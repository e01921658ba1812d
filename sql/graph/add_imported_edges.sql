-- Take in one batch of listed edges; those that stand already, or stand twice in the batch, are left out.
WITH added AS (
    INSERT INTO imported_edges (source, licence, edge_key, cause, cause_type, cause_key, relation, effect,
                                effect_type, effect_key)
    SELECT :source, :licence, listed.*
    FROM unnest(CAST(:edge_key AS text[]), CAST(:cause AS text[]), CAST(:cause_type AS text[]),
                CAST(:cause_key AS text[]), CAST(:relation AS text[]), CAST(:effect AS text[]),
                CAST(:effect_type AS text[]), CAST(:effect_key AS text[])) AS listed
    ON CONFLICT DO NOTHING
    RETURNING 1
)
SELECT count(*) FROM added

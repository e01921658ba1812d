-- What an insight is, and why it stands where it does. Rows of before are paths that say no why: NULL.

ALTER TABLE insights
    ADD COLUMN kind text,
    ADD COLUMN why text,
    ADD CONSTRAINT insights_kind CHECK (kind IN ('path', 'contradiction', 'confounder', 'option'));

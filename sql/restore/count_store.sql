-- What a store holds.
SELECT (SELECT count(*) FROM questions) AS questions,
       (SELECT count(*) FROM papers) AS papers,
       (SELECT count(*) FROM verdicts) AS verdicts;

-- A mark of every row that a question's runs wrote or read: it changes when one comes, goes or is written anew, by whom
-- ever. Rows count by their place and the transaction that wrote them, so that no text is read; the sums need no order.
WITH read AS (SELECT q.extraction_id, q.paper_id FROM question_extractions q WHERE q.question_id = :question_id)
SELECT CAST(ARRAY[
    (SELECT sum(hashtextextended(concat(t.xmin, t.ctid), 1)) FROM verdicts t WHERE t.question_id = :question_id),
    (SELECT sum(hashtextextended(concat(t.xmin, t.ctid), 2)) FROM verdict_relations t JOIN verdicts v USING (verdict_id)
     WHERE v.question_id = :question_id),
    (SELECT sum(hashtextextended(concat(t.xmin, t.ctid), 3)) FROM graded_relations t WHERE t.question_id = :question_id),
    (SELECT sum(hashtextextended(concat(t.xmin, t.ctid), 4)) FROM graded_relation_edges t
     JOIN graded_relations g USING (graded_relation_id) WHERE g.question_id = :question_id),
    (SELECT sum(hashtextextended(concat(t.xmin, t.ctid), 5)) FROM insights t WHERE t.question_id = :question_id),
    (SELECT sum(hashtextextended(concat(t.xmin, t.ctid), 6)) FROM question_papers t WHERE t.question_id = :question_id),
    (SELECT sum(hashtextextended(concat(p.xmin, p.ctid), 7)) FROM question_papers t JOIN papers p USING (paper_id)
     WHERE t.question_id = :question_id),
    (SELECT sum(hashtextextended(concat(t.xmin, t.ctid), 8)) FROM question_extractions t WHERE t.question_id = :question_id),
    (SELECT sum(hashtextextended(concat(t.xmin, t.ctid), 9)) FROM extractions t JOIN read USING (extraction_id)),
    (SELECT sum(hashtextextended(concat(t.xmin, t.ctid), 10)) FROM claims t JOIN read USING (extraction_id)),
    (SELECT sum(hashtextextended(concat(t.xmin, t.ctid), 11)) FROM claim_decisions t JOIN read USING (extraction_id)),
    (SELECT sum(hashtextextended(concat(t.xmin, t.ctid), 12)) FROM edges t JOIN read USING (extraction_id)),
    (SELECT sum(hashtextextended(concat(t.xmin, t.ctid), 13)) FROM passages t JOIN read USING (paper_id)),
    (SELECT sum(hashtextextended(concat(t.xmin, t.ctid), 14)) FROM study_links t JOIN read USING (paper_id)),
    (SELECT sum(hashtextextended(concat(t.xmin, t.ctid), 15)) FROM search_hits t JOIN searches s USING (search_id)
     WHERE s.question_id = :question_id),
    (SELECT sum(hashtextextended(concat(t.xmin, t.ctid), 16)) FROM question_nodes t WHERE t.question_id = :question_id),
    (SELECT sum(hashtextextended(concat(t.xmin, t.ctid), 17)) FROM effect_estimates t
     JOIN read ON read.extraction_id = t.extraction_id),
    (SELECT sum(hashtextextended(concat(a.xmin, a.ctid), 18)) FROM question_nodes t
     JOIN alias_links a ON t.node_id IN (a.node_a, a.node_b) WHERE t.question_id = :question_id),
    (SELECT sum(hashtextextended(concat(t.round_no, t.changed ->> 'insights', t.changed ->> 'set_aside'), 19))
     FROM rounds t WHERE t.question_id = :question_id)
] AS text);

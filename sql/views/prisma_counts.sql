-- The flow of papers for each question (PRISMA): found, de-duplicated, screened, included, read.
-- The sums are checked as the view is read; a question whose counts do not add up raises an error.
DROP VIEW IF EXISTS prisma_counts CASCADE;

CREATE OR REPLACE FUNCTION checked_sum(question text, what text, whole bigint, parts bigint)
RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    IF whole IS DISTINCT FROM parts THEN
        RAISE EXCEPTION 'counts of question % do not add up: % % against %', question, what, whole, parts
            USING ERRCODE = 'data_exception';
    END IF;
    RETURN whole;
END
$$;

CREATE VIEW prisma_counts AS
WITH asked AS (
    -- Searches of the sources that the question is asked of now, or that count until these have answered; no list
    -- of sources means all of them.
    SELECT s.* FROM searches s JOIN questions q ON q.question_id = s.question_id
    WHERE s.source = ANY (q.sources || q.kept_sources) OR cardinality(q.sources) = 0
), searched AS (
    SELECT question_id,
           count(*) AS searches,
           count(*) FILTER (WHERE status = 'incomplete') AS searches_incomplete
    FROM asked GROUP BY question_id
), found AS (
    SELECT s.question_id,
           count(*) AS records,
           count(*) FILTER (WHERE h.duplicate) AS duplicates,
           count(DISTINCT h.paper_id) AS papers
    FROM search_hits h JOIN asked s ON s.search_id = h.search_id
    GROUP BY s.question_id
), gated AS (
    SELECT g.question_id,
           count(*) AS decided,
           count(*) FILTER (WHERE g.decision = 'excluded') AS excluded,
           count(*) FILTER (WHERE g.decision = 'borderline') AS borderline,
           count(*) FILTER (WHERE g.decision = 'included') AS included,
           count(*) FILTER (WHERE EXISTS (
               SELECT 1 FROM search_hits h JOIN asked s ON s.search_id = h.search_id
               WHERE h.paper_id = g.paper_id AND s.question_id = g.question_id)) AS decided_and_found
    FROM question_papers g GROUP BY g.question_id
), read AS (
    SELECT q.question_id, count(*) AS read, count(*) FILTER (WHERE x.error IS NOT NULL) AS failed
    FROM question_extractions q JOIN extractions x ON x.extraction_id = q.extraction_id
    GROUP BY q.question_id
), counts AS (
    SELECT q.question_id, q.text AS question,
           coalesce(w.searches, 0) AS searches, coalesce(w.searches_incomplete, 0) AS searches_incomplete,
           coalesce(f.records, 0) AS records, coalesce(f.duplicates, 0) AS duplicates,
           coalesce(f.papers, 0) AS papers,
           coalesce(g.decided, 0) AS decided, coalesce(g.decided_and_found, 0) AS decided_and_found,
           coalesce(g.excluded, 0) AS excluded, coalesce(g.borderline, 0) AS borderline,
           coalesce(g.included, 0) AS included,
           coalesce(r.read, 0) AS read, coalesce(r.failed, 0) AS failed
    FROM questions q
    LEFT JOIN searched w USING (question_id)
    LEFT JOIN found f USING (question_id)
    LEFT JOIN gated g USING (question_id)
    LEFT JOIN read r USING (question_id)
)
SELECT question_id, question, searches, searches_incomplete,
       checked_sum(question_id, 'records identified', records, duplicates + papers) AS records_identified,
       duplicates AS duplicates_removed,
       papers AS papers_found,
       checked_sum(question_id, 'papers screened but never found', decided, decided_and_found) AS papers_screened,
       papers - decided AS papers_waiting,
       excluded AS papers_excluded,
       borderline AS papers_borderline,
       checked_sum(question_id, 'papers included', included, decided - excluded - borderline) AS papers_included,
       read AS papers_read,
       failed AS papers_not_read
FROM counts;

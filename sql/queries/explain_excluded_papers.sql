-- Why was each paper left out of a question, nearest miss first?
SELECT q.text AS question, p.title, p.year, g.decision, g.similarity, g.threshold, g.reason
FROM question_papers g
JOIN questions q ON q.question_id = g.question_id
JOIN papers p ON p.paper_id = g.paper_id
WHERE g.decision <> 'included'
ORDER BY q.text, g.similarity DESC NULLS LAST, p.title;

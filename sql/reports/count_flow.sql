-- The PRISMA counts of a question; the view refuses sums that do not add up.
SELECT * FROM prisma_counts WHERE question_id = :question_id

-- How many papers were found, screened, included and read for each question (PRISMA)?
SELECT * FROM prisma_counts ORDER BY question;

-- What did each question cost in calls, tokens and money?
SELECT coalesce(q.text, '(no question)') AS question, c.provider, c.model, count(*) AS calls,
       sum(c.prompt_tokens) AS prompt_tokens, sum(c.output_tokens) AS output_tokens,
       sum(c.price) AS us_dollars
FROM model_calls c
LEFT JOIN questions q ON q.question_id = c.question_id
GROUP BY q.text, c.provider, c.model
ORDER BY us_dollars DESC, question;

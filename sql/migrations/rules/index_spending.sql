-- What a day's calls cost is summed from the index alone.

CREATE INDEX rule_model_calls_spent ON model_calls (created_at) INCLUDE (price);

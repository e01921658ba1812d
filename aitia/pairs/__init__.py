"""Is one thing a cause of another? Sentences that name both, paths between them, and what each adds."""

"""Calls to services that are paid for: what one was asked and gave, the ledger, budgets, prices, places."""

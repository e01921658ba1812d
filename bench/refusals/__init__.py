"""Hostile input at every door."""

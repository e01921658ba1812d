"""Attacks planted in papers, against readers that obey and readers that do not."""

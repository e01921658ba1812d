"""Columns and computations of published meta-analyses, and fitted priors."""

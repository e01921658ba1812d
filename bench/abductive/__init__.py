"""Abductive questions: `python -m bench.abductive QUESTIONS --documents FILE [--gold FILE]`."""

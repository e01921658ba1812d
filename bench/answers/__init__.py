"""Answers to review questions against what the reviews concluded."""

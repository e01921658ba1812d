"""Rooms of the embedded PostgreSQL server: its account, its programs, its data, its process."""

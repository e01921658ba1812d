"""The domain: pure functions on immutable data. Imports no Dagster, no SQL, no network."""

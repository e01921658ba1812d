"""A language model played by a local server: attacks, recorded readings, peers."""

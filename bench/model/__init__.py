"""A language model played by a local server, runs with it, and peers that read beside it."""

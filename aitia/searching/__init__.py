"""Which searches to send, and how each source wants them written."""

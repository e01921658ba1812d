"""Pages to explore and an interface for programs: server-rendered, without a request to any other host."""

"""`python -m bench.retrieval`."""

from bench.retrieval.command import main

if __name__ == "__main__":
    main()

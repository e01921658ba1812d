"""`python -m bench.pairs`."""

from bench.pairs.command import main

if __name__ == "__main__":
    main()

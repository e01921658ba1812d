"""Runs the benchmark."""

from bench.abductive.command import main

if __name__ == "__main__":
    main()

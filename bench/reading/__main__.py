"""`python -m bench.reading`."""

from bench.reading.command import main

if __name__ == "__main__":
    main()

"""`python -m bench.injection`."""

from bench.injection.command import main

if __name__ == "__main__":
    main()

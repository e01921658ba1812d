"""The close reader: all-mpnet-base-v2 from installed packages, with what was learned for questions added."""

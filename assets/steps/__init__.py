"""The work behind the assets, and their order."""

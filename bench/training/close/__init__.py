"""Training of the close reader."""

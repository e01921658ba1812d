"""Finding the studies that a review cites."""

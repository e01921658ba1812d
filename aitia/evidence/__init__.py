"""What the papers' findings come to: effects, pooling, grades, conflicts, relations between the nodes."""

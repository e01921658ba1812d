"""What sentences state: direction, arms compared, relations between things."""

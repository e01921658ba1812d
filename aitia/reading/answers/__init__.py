"""What a paper answers to one question, and the claims made of it."""

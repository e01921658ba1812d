"""Numbers as text and tables print them: effect estimates, counts and means of the arms."""

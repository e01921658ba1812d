"""Reading against labelled papers."""

"""What makes the assets run: jobs, the schedule, the sensors, and the rounds of one question."""

"""How a study was made: design, size, risk of bias, funding."""

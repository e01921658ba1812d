"""What every reader looks at: a paper's sentences, its arms, its outcomes, its own text."""

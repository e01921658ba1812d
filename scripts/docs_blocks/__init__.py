"""What README.md and docs/ say of the code, block by block."""

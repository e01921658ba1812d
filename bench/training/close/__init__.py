"""Train the close reader: `python -m bench.training.close.fit`."""

"""Training of the network that reads answers and findings. Needs PyTorch, which nothing else does."""

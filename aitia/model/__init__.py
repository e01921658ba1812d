"""The nouns that all else speaks in: papers, passages, claims, searches, evidence; scales, keys, errors."""

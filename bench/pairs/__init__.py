"""How well pairs are told to be causal or not, from text, from paths, and from both."""

"""Training: self-play with MaskablePPO, checkpoints, export. Needs the `train` extra."""

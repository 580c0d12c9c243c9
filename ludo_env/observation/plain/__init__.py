"""The encoders of plain Ludo."""

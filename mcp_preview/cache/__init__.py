"""What the preview keeps between two runs."""

"""What the preview keeps in the user's cache folder, where only that user can read it."""

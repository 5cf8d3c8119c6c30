"""References: strings of docs.json and of pages that name something, and their targets."""

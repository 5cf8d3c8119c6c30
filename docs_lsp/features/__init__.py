"""What an editor can ask for, each a pure function, put into its own terms."""

"""What a project sets for its preview: settings, the site's address, viewers by name."""

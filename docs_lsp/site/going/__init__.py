"""What strings name: from a mention to what it means, to all other mentions, and from a few
letters to a name.
"""

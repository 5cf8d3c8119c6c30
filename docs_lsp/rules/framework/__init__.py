"""Parts that all rules share: the shape of a rule, its explanation, and its fixes."""

"""MDX: what a page says to the service's parser. Bytes in, tags, expressions and faults out."""

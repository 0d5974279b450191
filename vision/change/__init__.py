"""What differs between two pictures of the same table: the quiet gate, changed boxes, the second look."""

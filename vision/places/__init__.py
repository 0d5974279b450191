"""Places on the table: how one is seen, sampled and matched with what may lie there."""

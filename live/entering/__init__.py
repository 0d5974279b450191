"""What is entered on a page of its own: a board over a photograph of it, a campaign's evenings in its ledger."""

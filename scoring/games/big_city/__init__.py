"""Big City (Franz-Benno Delonge): all of the rulebook and its variants."""

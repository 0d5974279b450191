"""Profiles that make a reading better but are never needed: lens, table plane, colours."""

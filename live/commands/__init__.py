"""The commands of `boardsight`, one module each, imported only when asked for."""

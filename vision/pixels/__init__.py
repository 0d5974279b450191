"""Pictures before anybody knows what lies there: files, light, colours, edges, printed codes."""

"""The page over the network: server-sent events, pictures, corrections (INTERFACE.md section 7)."""

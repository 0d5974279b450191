"""A table on the network: what is said over an MQTT broker, and the link that says it without the game waiting."""

"""The hub: all tables of an evening over an MQTT broker, on one wall, with results, standings and exports."""

"""Virtual tables, a broker, a hub, a browser and a listener on one machine: the parts of `benchmarks/hub.py`."""

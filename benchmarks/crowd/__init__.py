"""A crowd of virtual tables, a broker, a hub and a browser on one machine: the parts of `benchmarks/hub.py`."""

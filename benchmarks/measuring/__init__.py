"""How right the reader is, place by place: the parts of `benchmarks/accuracy.py`, which the tests use too."""

"""A printer for these tests."""

from real_printer import name_service, real_printer

__all__ = ["name_service", "real_printer"]

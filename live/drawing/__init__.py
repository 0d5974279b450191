"""The table as drawings: for the page, and to scale as SVG."""

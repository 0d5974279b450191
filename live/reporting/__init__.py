"""One trouble in one file: pictures, record and circumstances, to be sent, played again and kept as a test."""

"""The other half of each seam: a virtual table, camera, hand, serial port and display."""

"""What `boardsight calibrate` does with cameras, files and the terminal."""

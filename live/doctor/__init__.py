"""What `doctor` looks at: the machine and what is attached, or one photograph."""

"""Programs of this project, and the parts that some of them share."""

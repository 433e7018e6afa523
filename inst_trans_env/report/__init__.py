"""What people look at: tables on a terminal and pages in a browser."""

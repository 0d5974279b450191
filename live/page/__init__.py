"""What people see and press: the page's state, pictures, forms, and the web application that serves them."""

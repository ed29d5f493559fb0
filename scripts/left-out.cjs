// Stands in a bundle for a package of which nothing is called.

-- PostgreSQL creates the database of the marketplace by itself.
CREATE DATABASE publisher;

CREATE TABLE empty (line TEXT);

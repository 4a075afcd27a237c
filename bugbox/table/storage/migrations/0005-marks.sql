-- How many seconds servers have run with this file, all in all: a clock that nobody can set.
CREATE TABLE server (uptime INTEGER NOT NULL);
INSERT INTO server (uptime) VALUES (0);

-- The uptime when a room was first seen to be abandoned; NULL if it is not. It is cleared away only later.
ALTER TABLE room ADD COLUMN marked INTEGER;

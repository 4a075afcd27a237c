-- From where a room was opened: 16 bits of a salted hash of the address. They tell rooms of one guest from those of
-- others, and fit so many addresses that nobody can be found by them. Empty if unknown.
ALTER TABLE server ADD COLUMN salt TEXT NOT NULL DEFAULT '';
UPDATE server SET salt = hex(randomblob(16));
ALTER TABLE room ADD COLUMN maker TEXT NOT NULL DEFAULT '';

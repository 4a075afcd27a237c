-- A match is its record: what it began with, and its decisions one by one.
CREATE TABLE match (
    id TEXT PRIMARY KEY,
    began TEXT NOT NULL,
    record TEXT NOT NULL  -- the record of the match before its first decision
) WITHOUT ROWID;

CREATE TABLE decision (
    match TEXT NOT NULL REFERENCES match (id),
    seq INTEGER NOT NULL CHECK (seq > 0),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    option TEXT NOT NULL CHECK (length(option) > 0),
    PRIMARY KEY (match, seq)  -- two servers cannot both write decision 17
) WITHOUT ROWID;

-- A room is a table with its seats. Its match is rebuilt from game, settings, seed and events.
CREATE TABLE room (
    id TEXT PRIMARY KEY,
    made TEXT NOT NULL,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    settings TEXT NOT NULL,  -- JSON, as texts
    seed TEXT NOT NULL,  -- digits: it has more than 64 bits
    host TEXT NOT NULL,  -- an owner
    listed INTEGER NOT NULL,  -- shown in the lobby
    stage TEXT NOT NULL CHECK (stage IN ('waiting', 'playing', 'over', 'shown')),  -- shown: a record brought along
    following TEXT NOT NULL  -- the room of the rematch
) WITHOUT ROWID;

CREATE INDEX room_by_stage ON room (stage, made);

CREATE TABLE seat (
    room TEXT NOT NULL REFERENCES room (id),
    number INTEGER NOT NULL CHECK (number >= 0),
    name TEXT NOT NULL,
    owner TEXT NOT NULL,  -- the SHA-256 of the secret in that person's browser; empty if nobody sits here
    level TEXT NOT NULL,  -- of the bot that plays here; empty if none does
    PRIMARY KEY (room, number)
) WITHOUT ROWID;

CREATE INDEX seat_by_owner ON seat (owner);

CREATE TABLE event (
    room TEXT NOT NULL REFERENCES room (id),
    seq INTEGER NOT NULL CHECK (seq > 0),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    option TEXT CHECK (length(option) > 0),  -- a decision; NULL takes the last decision back
    PRIMARY KEY (room, seq)  -- two servers cannot both write event 17
) WITHOUT ROWID;

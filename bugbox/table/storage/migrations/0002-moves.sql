-- What was called an event is a move, and the stage `shown` is `brought`: a record that somebody brought along.
ALTER TABLE event RENAME TO move;

-- SQLite cannot change a CHECK, so the table is built anew under another name, which keeps its seats and moves.
CREATE TABLE new_room (
    id TEXT PRIMARY KEY,
    made TEXT NOT NULL,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    settings TEXT NOT NULL,  -- JSON, as texts
    seed TEXT NOT NULL,  -- digits: it has more than 64 bits
    host TEXT NOT NULL,  -- an owner
    listed INTEGER NOT NULL,  -- in the lobby
    stage TEXT NOT NULL CHECK (stage IN ('waiting', 'playing', 'over', 'brought')),
    following TEXT NOT NULL  -- the room of the rematch
) WITHOUT ROWID;

INSERT INTO new_room
SELECT id, made, game, version, settings, seed, host, listed, iif(stage = 'shown', 'brought', stage), following
FROM room;

DROP TABLE room;
ALTER TABLE new_room RENAME TO room;
CREATE INDEX room_by_stage ON room (stage, made);

-- A row carries how often it was written: whoever looked at an older one cannot write over a newer one.
ALTER TABLE room ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;

CREATE TRIGGER room_has_one_history BEFORE UPDATE OF revision ON room
WHEN new.revision <> old.revision + 1
BEGIN
    SELECT RAISE(ABORT, 'this is not what the room has become');
END;

-- When somebody last changed something there; rooms that were left long ago are cleared away.
ALTER TABLE room ADD COLUMN last_used TEXT NOT NULL DEFAULT '';
UPDATE room SET last_used = strftime('%Y-%m-%dT%H:%M:%S+00:00', 'now');
CREATE INDEX room_by_last_use ON room (stage, last_used);

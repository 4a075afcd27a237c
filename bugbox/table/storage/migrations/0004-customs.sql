-- How a table is played that is no rule of its game; empty is as usual.
ALTER TABLE room ADD COLUMN hints TEXT NOT NULL DEFAULT '' CHECK (hints IN ('', 'on', 'off'));
ALTER TABLE room ADD COLUMN pace TEXT NOT NULL DEFAULT '' CHECK (pace IN ('', 'at once', 'slow'));

-- Whether somebody hosts a table is asked whenever a table is opened.
CREATE INDEX room_by_host ON room (host, stage);

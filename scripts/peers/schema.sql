-- What scripts/compare_peers adds to a database of resnet_bench. Every column is described in
-- docs/columns.md.

CREATE TABLE IF NOT EXISTS peer_comparison (
  id           INTEGER PRIMARY KEY,
  started_at   TEXT    NOT NULL,  -- UTC, ISO 8601
  ended_at     TEXT,              -- NULL: still running, or interrupted
  host         TEXT    NOT NULL,
  processor    TEXT    NOT NULL,
  command_line TEXT    NOT NULL,
  model        TEXT    NOT NULL,
  image_size   INTEGER NOT NULL,
  threads      INTEGER NOT NULL,
  rounds       INTEGER NOT NULL,
  seconds      REAL    NOT NULL
) STRICT;

-- A program with one set of settings in one case.
CREATE TABLE IF NOT EXISTS peer_entry (
  comparison  INTEGER NOT NULL REFERENCES peer_comparison ON DELETE CASCADE,
  entry       INTEGER NOT NULL,  -- from 0, over all cases
  case_name   TEXT    NOT NULL,
  mode        TEXT    NOT NULL,
  precision   TEXT    NOT NULL,
  batch       INTEGER NOT NULL,
  warmup      INTEGER NOT NULL,
  is_ours     INTEGER NOT NULL CHECK (is_ours IN (0, 1)),
  program     TEXT    NOT NULL,
  settings    TEXT    NOT NULL,
  environment TEXT    NOT NULL CHECK (json_valid(environment)),
  version     TEXT    NOT NULL DEFAULT '',
  problem     TEXT    NOT NULL DEFAULT '',
  PRIMARY KEY (comparison, entry)
) STRICT, WITHOUT ROWID;

-- One run of an entry: a process of its own.
CREATE TABLE IF NOT EXISTS peer_result (
  comparison        INTEGER NOT NULL,
  entry             INTEGER NOT NULL,
  round             INTEGER NOT NULL,  -- from 0
  position          INTEGER NOT NULL,  -- in the order of the round, from 0
  iterations        INTEGER NOT NULL CHECK (iterations > 0),
  images_per_second REAL    NOT NULL CHECK (images_per_second > 0),
  peak_bytes        INTEGER NOT NULL,
  loaded_bytes      INTEGER,
  run_uid           TEXT,
  PRIMARY KEY (comparison, entry, round),
  FOREIGN KEY (comparison, entry) REFERENCES peer_entry ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

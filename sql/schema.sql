-- The database of resnet_bench, schema version 11. Every column is described in docs/columns.md.
--
-- The program runs this file on a new, empty database; by hand: sqlite3 new.db < sql/schema.sql
-- A file with an older schema is migrated when it is opened (src/store/schema.cpp); when this file
-- changes, user_version goes up by one and an upgrade from the version before is added there.
--
-- Times are integers, nanoseconds. Composite layers only hold and order others: their times are
-- the sums of the leaves below them. Whoever adds up layers says WHERE NOT is_composite.

PRAGMA application_id = 0x52734e62;  -- "RsNb": tells our files from those of other programs
PRAGMA user_version = 11;

-- What a machine was seen to reach, with some number of threads.
CREATE TABLE machine_roof (
  id           INTEGER PRIMARY KEY,
  measured_at  TEXT    NOT NULL,  -- UTC, ISO 8601
  host         TEXT    NOT NULL,
  device       TEXT    NOT NULL,
  device_model TEXT    NOT NULL,
  threads      INTEGER NOT NULL,
  processors   TEXT    NOT NULL,  -- that this process was allowed to use: 0-3,8
  version      TEXT    NOT NULL,  -- of resnet_bench
  other_processors REAL  -- that others used meanwhile; NULL: not known
) STRICT;

CREATE TABLE roof_point (
  roof        INTEGER NOT NULL REFERENCES machine_roof ON DELETE CASCADE,
  kind        TEXT    NOT NULL CHECK (kind IN ('compute', 'bandwidth')),
  precision   TEXT    NOT NULL,  -- of compute
  bytes       INTEGER NOT NULL,  -- of the working set of bandwidth
  write_share REAL    NOT NULL,  -- 0: reads alone; 1: writes alone
  burst       REAL    NOT NULL CHECK (burst > 0),  -- FLOP or bytes a second
  sustained   REAL,              -- NULL: not measured
  PRIMARY KEY (roof, kind, precision, bytes, write_share)
) STRICT, WITHOUT ROWID;

-- One invocation on one configuration.
CREATE TABLE run (
  id            INTEGER PRIMARY KEY,  -- in the order in which runs began in this file
  uid           TEXT    NOT NULL UNIQUE,  -- UUIDv7: the same run in any file it is copied to
  started_at    TEXT    NOT NULL,  -- UTC, ISO 8601
  ended_at      TEXT,              -- NULL: still running, or killed
  ended         TEXT    NOT NULL DEFAULT 'unfinished'
                CHECK (ended IN ('unfinished', 'done', 'interrupted', 'failed')),
  reason        TEXT    NOT NULL DEFAULT '',  -- why it was interrupted or failed
  host          TEXT    NOT NULL,
  command_line  TEXT    NOT NULL,
  labels        TEXT    NOT NULL DEFAULT '{}' CHECK (json_valid(labels)),  -- of --label
  version       TEXT    NOT NULL,
  commit_id     TEXT    NOT NULL,
  model         TEXT    NOT NULL,
  variant       TEXT    NOT NULL,
  mode          TEXT    NOT NULL CHECK (mode IN ('train', 'infer')),
  batch         INTEGER NOT NULL CHECK (batch > 0),
  image_size    INTEGER NOT NULL CHECK (image_size > 0),
  classes       INTEGER NOT NULL CHECK (classes > 0),
  precision     TEXT    NOT NULL,
  layout        TEXT    NOT NULL,
  fusion        TEXT    NOT NULL,
  timing        TEXT    NOT NULL CHECK (timing IN ('marks', 'sync')),
  data          TEXT    NOT NULL CHECK (data IN ('random', 'zeros')),
  init          TEXT    NOT NULL,
  batches       INTEGER NOT NULL,  -- distinct batches that rotate
  learning_rate REAL,              -- NULL in inference
  seed          INTEGER NOT NULL,
  plan_hash     TEXT    NOT NULL,
  workload_hash TEXT    NOT NULL,
  device        TEXT    NOT NULL,
  device_model  TEXT    NOT NULL,
  threads       INTEGER NOT NULL,
  pinning       TEXT    NOT NULL,
  libraries     TEXT    NOT NULL DEFAULT '{}' CHECK (json_valid(libraries)),  -- name: version
  layer_timing  INTEGER NOT NULL CHECK (layer_timing IN (0, 1)),
  parameters    INTEGER NOT NULL,
  peak_bytes    INTEGER NOT NULL,
  setup_ns      INTEGER NOT NULL,
  allocate_ns   INTEGER NOT NULL,
  missing_sensors TEXT  NOT NULL DEFAULT '',  -- what this machine does not tell, and why
  roof          INTEGER REFERENCES machine_roof,  -- that layer_pass.roof_ns is of; NULL: none
  machine       TEXT    NOT NULL DEFAULT '{}' CHECK (json_valid(machine)),
  environment   TEXT    NOT NULL DEFAULT '{}' CHECK (json_valid(environment)),
  build         TEXT    NOT NULL DEFAULT '{}' CHECK (json_valid(build)),
  warnings      TEXT    NOT NULL DEFAULT '',  -- why its figures are in doubt
  arguments     TEXT    NOT NULL DEFAULT '[]' CHECK (json_valid(arguments)),
  huge_pages    TEXT    NOT NULL DEFAULT '',  -- what the system made of its memory
  marks         INTEGER NOT NULL DEFAULT 0,  -- of a layered iteration
  mark_ns       REAL,                        -- what one costs; NULL: not measured
  stopped       TEXT    NOT NULL DEFAULT ''
                CHECK (stopped IN ('', 'iterations', 'interval', 'seconds')),
  warmup_verdict TEXT   NOT NULL DEFAULT 'unknown',  -- steady, slowing, no steady state, unknown
  plain_verdict TEXT    NOT NULL DEFAULT 'unknown',
  launch        INTEGER NOT NULL DEFAULT 1,  -- of --launches, from 1
  launches      INTEGER NOT NULL DEFAULT 1,
  launch_group  TEXT    NOT NULL DEFAULT '',  -- names them together; '': one alone
  find_ns       INTEGER NOT NULL DEFAULT 0,
  instance      INTEGER NOT NULL DEFAULT 1,  -- of --instances, from 1
  instances     INTEGER NOT NULL DEFAULT 1,
  instance_group TEXT   NOT NULL DEFAULT '',  -- names them together; '': one alone
  graph         INTEGER NOT NULL DEFAULT 0 CHECK (graph IN (0, 1)),  -- iterations recorded once
  preset        TEXT    NOT NULL DEFAULT 'open',  -- closed-1: pinned; open: anything
  verify        INTEGER NOT NULL DEFAULT 0 CHECK (verify IN (0, 1)),  -- whether leaves were to be checked
  verify_ns     INTEGER  -- what checking them took; NULL: it did not come to that
) STRICT;

-- The nodes of the model tree, composites too.
CREATE TABLE layer (
  run          INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  id           INTEGER NOT NULL,  -- in the order of the tree
  parent       INTEGER,           -- NULL: none
  path         TEXT    NOT NULL,
  module       TEXT    NOT NULL,
  kind         TEXT    NOT NULL,
  depth        INTEGER NOT NULL,
  is_composite INTEGER NOT NULL CHECK (is_composite IN (0, 1)),
  input_shape  TEXT    NOT NULL,
  output_shape TEXT    NOT NULL,
  parameters   INTEGER NOT NULL,
  PRIMARY KEY (run, id),
  UNIQUE (run, path),
  FOREIGN KEY (run, parent) REFERENCES layer (run, id) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;

-- The layers of the unfused tree that a leaf stands for.
CREATE TABLE layer_member (
  run            INTEGER NOT NULL,
  layer          INTEGER NOT NULL,
  position       INTEGER NOT NULL,  -- from 0
  canonical_path TEXT    NOT NULL,
  PRIMARY KEY (run, layer, position),
  FOREIGN KEY (run, layer) REFERENCES layer (run, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What a leaf does in one pass, known before anything runs.
CREATE TABLE layer_pass (
  run             INTEGER NOT NULL,
  layer           INTEGER NOT NULL,
  pass            TEXT    NOT NULL
                  CHECK (pass IN ('Fwd', 'Bwd', 'BwdData', 'BwdWeights', 'Update')),
  algorithm       TEXT    NOT NULL,
  layouts         TEXT    NOT NULL,
  workspace_bytes INTEGER NOT NULL CHECK (workspace_bytes >= 0),
  flops           INTEGER NOT NULL CHECK (flops >= 0),
  least_bytes     INTEGER NOT NULL CHECK (least_bytes >= 0),
  verified_error  REAL,  -- relative to the size of its terms; NULL: not verified
  read_bytes      INTEGER NOT NULL DEFAULT 0,  -- of least_bytes
  flops_without_padding INTEGER NOT NULL DEFAULT 0,
  roof_ns         REAL,  -- the least time that run.roof allows; NULL: not known
  roof_binds      TEXT    NOT NULL DEFAULT '' CHECK (roof_binds IN ('', 'compute', 'memory')),
  verified_bound  REAL,  -- what verified_error may be
  PRIMARY KEY (run, layer, pass),
  FOREIGN KEY (run, layer) REFERENCES layer (run, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- One batch through the model.
CREATE TABLE iteration (
  run      INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  number   INTEGER NOT NULL,  -- from 0 in the order run, over all kinds
  block    INTEGER NOT NULL,
  kind     TEXT    NOT NULL CHECK (kind IN ('warmup', 'settle', 'plain', 'layered', 'dosed')),
  start_ns INTEGER NOT NULL,  -- since the start of measuring
  wall_ns  INTEGER NOT NULL CHECK (wall_ns >= 0),
  marks_ns INTEGER NOT NULL CHECK (marks_ns >= 0),
  loss     REAL,
  flags    TEXT    NOT NULL DEFAULT '',  -- what makes it suspect
  sampled  INTEGER NOT NULL DEFAULT 0 CHECK (sampled IN (0, 1)),  -- sensors were read meanwhile
  cycle    INTEGER NOT NULL DEFAULT 0,  -- of blocks, one of each kind; 0: before the first
  dose     INTEGER NOT NULL DEFAULT 0,  -- marks behind each step
  PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

-- One layer's pass in one layered iteration: raw rows, up to the cap of --raw.
CREATE TABLE log_step (
  run         INTEGER NOT NULL,
  iteration   INTEGER NOT NULL,
  layer       INTEGER NOT NULL,
  pass        TEXT    NOT NULL
              CHECK (pass IN ('Fwd', 'Bwd', 'BwdData', 'BwdWeights', 'Update')),
  start_ns    INTEGER NOT NULL CHECK (start_ns >= 0),  -- since the iteration's first mark
  duration_ns INTEGER NOT NULL CHECK (duration_ns >= 0),
  PRIMARY KEY (run, iteration, layer, pass),
  FOREIGN KEY (run, iteration) REFERENCES iteration (run, number) ON DELETE CASCADE,
  FOREIGN KEY (run, layer) REFERENCES layer (run, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Warm-up and plain iterations in stretches whose wall times are alike: the evidence of the verdicts.
CREATE TABLE segment (
  run        INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  kind       TEXT    NOT NULL CHECK (kind IN ('warmup', 'plain')),
  position   INTEGER NOT NULL,  -- from 0
  first      INTEGER NOT NULL,  -- iterations of the kind before it
  iterations INTEGER NOT NULL CHECK (iterations > 0),
  mean_ns    INTEGER NOT NULL CHECK (mean_ns >= 0),
  PRIMARY KEY (run, kind, position)
) STRICT, WITHOUT ROWID;

-- Wall time of the measured iterations of one kind.
CREATE TABLE run_stat (
  run              INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  kind             TEXT    NOT NULL CHECK (kind IN ('plain', 'layered')),
  iterations       INTEGER NOT NULL CHECK (iterations > 0),
  sum_ns           INTEGER NOT NULL CHECK (sum_ns >= 0),
  mean_ns          INTEGER NOT NULL CHECK (mean_ns >= 0),
  std_ns           INTEGER,  -- of one iteration, as all that follow
  median_ns        INTEGER,
  mad_ns           INTEGER,  -- median distance from the median
  p90_ns           INTEGER,
  p95_ns           INTEGER,
  p99_ns           INTEGER,
  min_ns           INTEGER,
  max_ns           INTEGER,
  mean_ci_low_ns   INTEGER,  -- 95 % interval of the mean
  mean_ci_high_ns  INTEGER,
  ci_low_ns        INTEGER,  -- 95 % interval of the median
  ci_high_ns       INTEGER,
  effective_count  REAL,     -- independent iterations that would say as much
  PRIMARY KEY (run, kind)
) STRICT, WITHOUT ROWID;

-- Over all layered iterations of a run, whatever part of log_step was kept.
CREATE TABLE step_stat (
  id               INTEGER PRIMARY KEY,
  run              INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  scope            TEXT    NOT NULL CHECK (scope IN ('layer', 'module')),
  layer            INTEGER,  -- where scope is layer
  module           TEXT    NOT NULL,
  is_composite     INTEGER NOT NULL CHECK (is_composite IN (0, 1)),
  pass             TEXT    NOT NULL
                   CHECK (pass IN ('Fwd', 'Bwd', 'BwdData', 'BwdWeights', 'Update')),
  calls            INTEGER NOT NULL CHECK (calls > 0),
  iterations       INTEGER NOT NULL CHECK (iterations > 0),
  sum_ns           INTEGER NOT NULL CHECK (sum_ns >= 0),
  mean_ns          INTEGER NOT NULL CHECK (mean_ns >= 0),
  median_ns        INTEGER,  -- of the total in one iteration, as all that follow
  ci_low_ns        INTEGER,  -- 95 % interval of the median
  ci_high_ns       INTEGER,
  std_ns           INTEGER,
  mad_ns           INTEGER,  -- median distance from the median
  p90_ns           INTEGER,
  p95_ns           INTEGER,
  p99_ns           INTEGER,
  min_ns           INTEGER,
  max_ns           INTEGER,
  mean_ci_low_ns   INTEGER,  -- 95 % interval of the mean
  mean_ci_high_ns  INTEGER,
  effective_count  REAL,     -- independent iterations that would say as much
  CHECK ((scope = 'layer') = (layer IS NOT NULL)),
  FOREIGN KEY (run, layer) REFERENCES layer (run, id) ON DELETE CASCADE
) STRICT;
CREATE UNIQUE INDEX step_stat_by_layer ON step_stat (run, layer, pass) WHERE scope = 'layer';
CREATE UNIQUE INDEX step_stat_by_module ON step_stat (run, module, is_composite, pass)
  WHERE scope = 'module';

-- How fast algorithms computed a convolution where they were measured to choose one. Of no run: later
-- runs on the same machine with the same libraries and threads take the choice over.
CREATE TABLE conv_measurement (
  machine         TEXT    NOT NULL,  -- device, threads, libraries
  problem         TEXT    NOT NULL,  -- sizes and layouts
  pass            TEXT    NOT NULL CHECK (pass IN ('Fwd', 'BwdData', 'BwdWeights')),
  algorithm       TEXT    NOT NULL,
  ns              REAL    NOT NULL CHECK (ns > 0),  -- the fastest of several runs
  error           REAL,  -- relative L2 distance from sums in double, over samples of the output
  workspace_bytes INTEGER NOT NULL CHECK (workspace_bytes >= 0),
  library_choice  INTEGER NOT NULL CHECK (library_choice IN (0, 1)),
  chosen          INTEGER NOT NULL CHECK (chosen IN (0, 1)),
  PRIMARY KEY (machine, problem, pass, algorithm)
) STRICT, WITHOUT ROWID;

-- Sensors, read by a thread that is not the one measuring.
CREATE TABLE telemetry (
  run     INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  device  TEXT    NOT NULL,
  sensor  TEXT    NOT NULL,  -- docs/columns.md lists them; counters are 0 at the first reading
  time_ns INTEGER NOT NULL,  -- since the start of measuring, as iteration.start_ns
  value   REAL    NOT NULL,
  PRIMARY KEY (run, device, sensor, time_ns)
) STRICT, WITHOUT ROWID;

-- One call of `layers`: leaves of a model, or the convolutions of a suite, each measured alone.
CREATE TABLE alone (
  id             INTEGER PRIMARY KEY,
  uid            TEXT    NOT NULL UNIQUE,
  started_at     TEXT    NOT NULL,
  ended_at       TEXT,
  ended          TEXT    NOT NULL DEFAULT 'unfinished'
                 CHECK (ended IN ('unfinished', 'done', 'interrupted', 'failed')),
  reason         TEXT    NOT NULL DEFAULT '',
  host           TEXT    NOT NULL,
  command_line   TEXT    NOT NULL,
  version        TEXT    NOT NULL,
  commit_id      TEXT    NOT NULL,
  subject        TEXT    NOT NULL,  -- a model's name or a suite's
  is_suite       INTEGER NOT NULL CHECK (is_suite IN (0, 1)),
  selected       TEXT    NOT NULL,
  variant        TEXT    NOT NULL,
  mode           TEXT    NOT NULL,
  batch          INTEGER,           -- NULL: each problem's own
  image_size     INTEGER,
  classes        INTEGER,
  precision      TEXT    NOT NULL,
  layout         TEXT    NOT NULL,
  fusion         TEXT    NOT NULL,
  conv           TEXT    NOT NULL,
  seed           INTEGER NOT NULL,
  plan_hash      TEXT    NOT NULL,
  device         TEXT    NOT NULL,
  device_model   TEXT    NOT NULL,
  threads        INTEGER NOT NULL,
  pinning        TEXT    NOT NULL,
  libraries      TEXT    NOT NULL CHECK (json_valid(libraries)),
  machine        TEXT    NOT NULL CHECK (json_valid(machine)),
  environment    TEXT    NOT NULL CHECK (json_valid(environment)),
  build          TEXT    NOT NULL CHECK (json_valid(build)),
  warnings       TEXT    NOT NULL,
  roof           INTEGER REFERENCES machine_roof,
  network_run    INTEGER REFERENCES run ON DELETE SET NULL,  -- that network_ns are of; NULL: none
  network_source TEXT    NOT NULL CHECK (network_source IN ('', 'stored', 'measured')),
  cache_bytes    INTEGER,           -- NULL: the system does not tell
  cache_flush    TEXT    NOT NULL
) STRICT;

-- One pass of leaves that do the same work: what it is, and its time in a network.
CREATE TABLE alone_pass (
  alone           INTEGER NOT NULL REFERENCES alone ON DELETE CASCADE,
  leaf            INTEGER NOT NULL,
  pass            TEXT    NOT NULL
                  CHECK (pass IN ('Fwd', 'Bwd', 'BwdData', 'BwdWeights', 'Update')),
  path            TEXT    NOT NULL,
  places          TEXT    NOT NULL CHECK (json_valid(places)),  -- paths of all that do this work
  module          TEXT    NOT NULL,
  kind            TEXT    NOT NULL,
  problem         TEXT    NOT NULL,  -- of a convolution, as benchdnn writes it
  algorithm       TEXT    NOT NULL,
  layouts         TEXT    NOT NULL,
  workspace_bytes INTEGER NOT NULL,
  flops           INTEGER NOT NULL,
  least_bytes     INTEGER NOT NULL,
  read_bytes      INTEGER NOT NULL,
  flops_without_padding INTEGER NOT NULL,
  roof_ns         REAL,
  roof_binds      TEXT    NOT NULL,
  network_ns      REAL,  -- NULL: not known
  PRIMARY KEY (alone, leaf, pass)
) STRICT;

-- How long one call of it took, with the caches in one state.
CREATE TABLE alone_time (
  alone            INTEGER NOT NULL,
  leaf             INTEGER NOT NULL,
  pass             TEXT    NOT NULL,
  caches           TEXT    NOT NULL CHECK (caches IN ('hot', 'weights cold', 'cold')),
  calls            INTEGER NOT NULL CHECK (calls > 0),
  sum_ns           INTEGER NOT NULL CHECK (sum_ns >= 0),
  mean_ns          INTEGER NOT NULL CHECK (mean_ns >= 0),
  std_ns           INTEGER,  -- of one call, as all that follow
  median_ns        INTEGER,
  mad_ns           INTEGER,
  p90_ns           INTEGER,
  p95_ns           INTEGER,
  p99_ns           INTEGER,
  min_ns           INTEGER,
  max_ns           INTEGER,
  mean_ci_low_ns   INTEGER,
  mean_ci_high_ns  INTEGER,
  ci_low_ns        INTEGER,
  ci_high_ns       INTEGER,
  effective_count  REAL,
  known            INTEGER NOT NULL CHECK (known IN (0, 1)),
  copies           INTEGER NOT NULL CHECK (copies > 0),
  touched_bytes    INTEGER NOT NULL CHECK (touched_bytes >= 0),
  PRIMARY KEY (alone, leaf, pass, caches),
  FOREIGN KEY (alone, leaf, pass) REFERENCES alone_pass ON DELETE CASCADE
) STRICT;

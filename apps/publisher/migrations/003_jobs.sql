-- What is to be processed. A row is written with what it is for, and goes with its result.

-- Those who take turns, such as tokens.
CREATE TABLE shares (
  name TEXT PRIMARY KEY,
  -- Rises with each job that is taken. The share with the smallest one is next.
  turn BIGINT NOT NULL
);

CREATE TABLE jobs (
  id {{identity}},
  kind TEXT NOT NULL CHECK (kind IN ('version', 'diff')),
  owner_id TEXT NOT NULL UNIQUE,
  -- Jobs of one line run one after the other, in the order of their ids.
  line TEXT NOT NULL,
  -- How often processing has failed, and how often a process has taken the job.
  attempts BIGINT NOT NULL,
  claims BIGINT NOT NULL,
  -- How often it has exceeded its limits.
  overruns BIGINT NOT NULL,
  -- Whose turn it takes.
  share TEXT NOT NULL REFERENCES shares (name),
  -- The process that has it. Until the job is due again, no other takes it.
  claim TEXT,
  due_at BIGINT NOT NULL
);

CREATE INDEX jobs_by_line ON jobs (line, id);
CREATE INDEX jobs_by_share ON jobs (share);

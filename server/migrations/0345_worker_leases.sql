-- Until when an instance's job worker counts as running. Unlogged: after a crash, the time when a job was locked decides.
create unlogged table worker_leases (
  worker_id text primary key,
  renewed_at timestamptz not null
);

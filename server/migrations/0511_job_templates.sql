-- Up Migration
-- Job templates: the steps that starting a job creates in a client folder. The created items are copies.
create table job_templates (
  id uuid primary key,
  name text not null,
  service text,
  steps jsonb not null,
  created_by_id uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index job_templates_by_name on job_templates (lower(name), id);

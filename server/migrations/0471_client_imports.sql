-- Up Migration
-- Clients from a CSV file: its rows are stored and checked first, then imported by a job, each in a transaction of its own.

alter table client_folders add column address text;

create table client_imports (
  id uuid primary key,
  file_name text not null,
  status text not null default 'draft',
  headers jsonb not null,
  mapping jsonb not null,
  default_lead_id uuid references users,
  invites boolean not null default false,
  started_by_id uuid not null references users,
  finished_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint client_import_status_is_known check (status in ('draft', 'running', 'stopped', 'finished')),
  constraint client_import_end_is_complete check ((status in ('stopped', 'finished')) = (finished_at is not null))
);
create index client_imports_running on client_imports (id) where status = 'running';

create table client_import_rows (
  id uuid primary key,
  client_import_id uuid not null references client_imports on delete cascade,
  row integer not null,
  cells jsonb, -- of the file; none once the row was imported
  client jsonb, -- read from the cells, if they are right
  name text not null,
  email text not null,
  status text not null,
  reason text,
  client_folder_id uuid references client_folders,
  constraint client_import_row_status_is_known check (status in ('pending', 'done', 'skipped', 'failed')),
  constraint client_import_row_has_a_reason check ((reason is not null) = (status in ('skipped', 'failed'))),
  constraint client_import_row_is_listed_once unique (client_import_id, row)
);
create index client_import_rows_by_status on client_import_rows (client_import_id, status, id);
create index client_import_rows_by_folder on client_import_rows (client_folder_id);

-- Up Migration
-- Documents from a ZIP: its files are listed and checked first, then added by a job, each in a transaction of its own.

create table document_imports (
  id uuid primary key,
  file_name text not null,
  status text not null default 'draft',
  upload_id uuid references uploads on delete set null, -- the ZIP; deleted when the import ends
  client_folder_id uuid references client_folders,
  started_by_id uuid not null references users,
  finished_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint document_import_status_is_known check (status in ('draft', 'running', 'stopped', 'finished')),
  constraint document_import_end_is_complete check ((status in ('stopped', 'finished')) = (finished_at is not null))
);
create index document_imports_running on document_imports (id) where status = 'running';
create index document_imports_by_upload on document_imports (upload_id) where upload_id is not null;
create index document_imports_by_folder on document_imports (client_folder_id) where client_folder_id is not null;

create table document_import_rows (
  id uuid primary key,
  document_import_id uuid not null references document_imports on delete cascade,
  row integer not null,
  path text not null,
  name text not null,
  folder_name text not null,
  subfolder text,
  status text not null,
  reason text,
  client_folder_id uuid references client_folders,
  constraint document_import_row_status_is_known check (status in ('pending', 'done', 'skipped', 'failed')),
  constraint document_import_row_has_a_reason check ((reason is not null) = (status in ('skipped', 'failed')))
);
create index document_import_rows_by_status on document_import_rows (document_import_id, status, id);
create index document_import_rows_by_folder on document_import_rows (client_folder_id);

-- Up Migration
-- Copies of whole folders that somebody asked to take along: made by a job, kept for a week, good for one download by who asked.

create table folder_exports (
  id uuid primary key,
  client_folder_id uuid not null references client_folders,
  asked_by_id uuid not null references users,
  status text not null default 'waiting',
  attempts integer not null default 0,
  begun_at timestamptz, -- of the attempt under way; one that was cut off is begun again
  storage_key text unique, -- never leaves the server; none before it is made and after its bytes are gone
  size bigint,
  sha256 text,
  file_count integer,
  ready_at timestamptz,
  expires_at timestamptz,
  downloaded_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint folder_export_status_is_known check (status in ('waiting', 'ready', 'downloaded', 'expired', 'failed')),
  constraint folder_export_ready_is_measured
    check (status <> 'ready' or (storage_key is not null and size is not null and sha256 is not null and expires_at is not null))
);
-- Asked again while it is being made, the same person gets the same copy.
create unique index folder_export_is_made_once_at_a_time on folder_exports (asked_by_id, client_folder_id) where status = 'waiting';
create index folder_exports_by_person on folder_exports (asked_by_id, id desc);
create index folder_exports_by_folder on folder_exports (client_folder_id);
create index folder_exports_waiting on folder_exports (created_at) where status = 'waiting';
create index folder_exports_kept on folder_exports (expires_at) where storage_key is not null;

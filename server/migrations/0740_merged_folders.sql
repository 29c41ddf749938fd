-- Up Migration
-- A client folder that is a duplicate can be merged into the folder that remains: its content moves, and it stays archived.
alter table client_folders
  add column merged_into_id uuid references client_folders, -- null again once that folder was deleted
  add column merged_at timestamptz,
  add column merged_by_id uuid references users,
  add column merge_reason text,
  add constraint client_folder_merged_stays_archived check (
    merged_at is null or status = 'archived' and merged_into_id is distinct from id
  );
create index client_folders_by_merged_into on client_folders (merged_into_id) where merged_into_id is not null;

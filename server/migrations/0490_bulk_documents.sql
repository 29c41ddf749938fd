-- Up Migration
-- A bulk action can send a document: each client gets a copy of one upload.

alter table bulk_actions add column upload_id uuid references uploads on delete set null;
create index bulk_actions_by_upload on bulk_actions (upload_id) where upload_id is not null;

-- Copies are not counted among the files that a person uploads in a day.
alter table uploads add column copy_of_id uuid references uploads on delete set null;
create index uploads_by_original on uploads (copy_of_id) where copy_of_id is not null;

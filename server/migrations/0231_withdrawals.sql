-- Up Migration
-- What another person may have seen is withdrawn, not deleted: a document, a message, an assignment.

alter table documents add column withdrawn_at timestamptz;
create index documents_withdrawn on documents (withdrawn_at) where withdrawn_at is not null;

-- Who withdrew which document, when, and why. The row stays after the document and its file were deleted.
create table withdrawn_documents (
  id uuid primary key, -- the document's
  client_folder_id uuid not null references client_folders,
  original_name text not null,
  uploaded_by_id uuid not null references users,
  withdrawn_by_id uuid not null references users,
  withdrawn_at timestamptz not null,
  reason text not null,
  file_deleted_at timestamptz
);
create index withdrawn_documents_by_folder on withdrawn_documents (client_folder_id, id desc);

alter table messages
  add column retracted_at timestamptz, -- its text was deleted then
  drop constraint message_says_something,
  add constraint message_says_something check ((btrim(content) <> '') = (retracted_at is null));

alter table assignments
  add column reason text, -- why it was cancelled
  drop constraint assignment_status_is_known,
  add constraint assignment_status_is_known check (status in ('pending', 'in-progress', 'completed', 'cancelled')),
  add constraint assignment_cancelled_has_a_reason check (status = 'cancelled' or reason is null);

-- Up Migration
-- Comments of both sides on an assignment. A table of its own, so that the folder's thread, its unanswered messages, and
-- its read receipts never include them.
create table assignment_comments (
  id uuid primary key,
  assignment_id uuid not null references assignments,
  client_folder_id uuid not null references client_folders,
  content text not null,
  sender_id uuid not null references users,
  is_from_client boolean not null,
  retracted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint assignment_comment_has_text_until_retracted check ((btrim(content) = '') = (retracted_at is not null))
);
create index assignment_comments_by_assignment on assignment_comments (assignment_id, id);
create index assignment_comments_by_folder on assignment_comments (client_folder_id, id);

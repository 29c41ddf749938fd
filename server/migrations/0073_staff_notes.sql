-- Up Migration
-- What the team writes to one another beside a folder's thread. A table of its own, so that nothing that reads messages can show it.

create table staff_notes (
  id uuid primary key,
  content text not null,
  client_folder_id uuid not null references client_folders,
  author_id uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint staff_note_says_something check (btrim(content) <> '')
);
create index staff_notes_by_folder on staff_notes (client_folder_id, id desc);

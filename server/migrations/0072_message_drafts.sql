-- Up Migration
-- What somebody is writing in a folder's thread and has not sent yet, to go on with on another device.

create table message_drafts (
  user_id uuid not null references users on delete cascade,
  client_folder_id uuid not null references client_folders on delete cascade,
  kind text not null, -- 'message', or 'note' for a staff-only note
  content text not null,
  saved_at timestamptz not null,
  primary key (user_id, client_folder_id, kind),
  constraint message_draft_kind_is_known check (kind in ('message', 'note')),
  constraint message_draft_is_short check (length(content) <= 20000)
);
create index message_drafts_by_time on message_drafts using brin (saved_at);

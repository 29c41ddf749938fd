-- Up Migration
-- Several staff members work in a folder. Its lead remains `client_folders.assigned_staff_id`.

create table folder_members (
  id uuid primary key,
  client_folder_id uuid not null references client_folders on delete cascade,
  user_id uuid not null references users,
  added_by_id uuid not null references users,
  created_at timestamptz not null,
  constraint folder_member_is_added_once unique (client_folder_id, user_id)
);
create index folder_members_by_person on folder_members (user_id, client_folder_id);

-- Up Migration
-- The creator of a folder sees it until its first reassignment. A client who was removed or replaced is remembered, and each such
-- change has a reason (docs/decisions/0130).

alter table client_folders
  add column creator_has_access boolean not null default true,
  add column had_client boolean not null default false; -- another one than today's, or one that was removed

update client_folders set creator_has_access = false where assigned_staff_id <> created_by_id;

update client_folders f set had_client = true
where exists (select from audit_entries e
  where e.client_folder_id = f.id and e.action = 'client-folder.changed'
    and coalesce(e.details -> 'before' ->> 'clientId', '') <> '');

create table client_changes (
  id uuid primary key,
  client_folder_id uuid not null references client_folders,
  from_user_id uuid not null references users,
  to_user_id uuid references users,
  reason text,
  changed_by_id uuid not null references users,
  created_at timestamptz not null
);
create index client_changes_by_folder on client_changes (client_folder_id, id);

-- Up Migration
-- Actions on many clients at once: a job handles each recipient in a transaction of its own, so that it can continue after a stop.

create table bulk_actions (
  id uuid primary key,
  kind text not null,
  title text not null,
  content jsonb not null,
  status text not null default 'running',
  started_by_id uuid not null references users,
  stopped_by_id uuid references users,
  finished_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint bulk_action_status_is_known check (status in ('running', 'stopped', 'finished')),
  constraint bulk_action_end_is_complete check ((status = 'running') = (finished_at is null)),
  constraint bulk_action_stop_is_complete check ((status = 'stopped') = (stopped_by_id is not null))
);
create index bulk_actions_by_person on bulk_actions (started_by_id, id desc);
create index bulk_actions_running on bulk_actions (id) where status = 'running';

create table bulk_action_items (
  id uuid primary key,
  bulk_action_id uuid not null references bulk_actions on delete cascade,
  client_folder_id uuid not null references client_folders,
  name text not null,
  status text not null default 'pending',
  reason text,
  done_at timestamptz,
  constraint bulk_action_item_status_is_known check (status in ('pending', 'done', 'skipped', 'failed')),
  constraint bulk_action_item_has_a_reason check ((reason is not null) = (status in ('skipped', 'failed'))),
  constraint bulk_action_item_is_timed check ((done_at is null) = (status = 'pending')),
  constraint bulk_action_item_is_one_for_each_folder unique (bulk_action_id, client_folder_id)
);
create index bulk_action_items_by_status on bulk_action_items (bulk_action_id, status, id);
create index bulk_action_items_by_folder on bulk_action_items (client_folder_id);

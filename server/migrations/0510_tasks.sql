-- Up Migration
-- Tasks of the team, which clients never see: for a client folder, or internal. An assignee who loses access to the folder
-- remains stored, so that nothing is lost if it was a mistake; the queries show the task as unassigned.
create table tasks (
  id uuid primary key,
  client_folder_id uuid references client_folders,
  title text not null,
  notes text,
  assignee_id uuid references users,
  created_by_id uuid not null references users,
  status text not null default 'to-do',
  due_date date,
  checklist jsonb not null default '[]',
  recurrence text,
  series_date date, -- the due date that a series is counted from
  previous_id uuid references tasks, -- the task whose completion created this one
  completed_at timestamptz,
  completed_by_id uuid references users,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint task_creates_one_next_task unique (previous_id),
  constraint task_status_is_known check (status in ('to-do', 'in-progress', 'done')),
  constraint task_recurrence_is_known check (recurrence in ('weekly', 'monthly', 'yearly')),
  constraint task_that_repeats_has_a_due_date check (recurrence is null or due_date is not null and series_date is not null),
  constraint task_is_done_once_completed check ((status = 'done') = (completed_at is not null))
);
create index tasks_by_folder on tasks (client_folder_id, id);
create index tasks_by_assignee on tasks (assignee_id, due_date, id) where status <> 'done';
create index tasks_by_due_date on tasks (due_date, id) where status <> 'done';
create index tasks_by_creator on tasks (created_by_id, id);
create index tasks_by_completion on tasks (completed_at, id) where status = 'done';
create index tasks_search on tasks using gin ((title || ' ' || coalesce(notes, '')) gin_trgm_ops);

-- Up Migration
-- The employees of a client, and what their employer must do by when: for one employee, or for the employer as a whole.
-- There is no column for a Social Security number, on purpose.

create table employees (
  id uuid primary key,
  client_folder_id uuid not null references client_folders,
  name text not null,
  email text,
  job_title text not null,
  work_type text not null,
  start_date date not null,
  end_date date,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint employee_has_a_name check (btrim(name) <> ''),
  constraint employee_ends_after_start check (end_date is null or end_date >= start_date)
);
create index employees_by_folder on employees (client_folder_id, lower(name), id);

create table deadlines (
  id uuid primary key,
  client_folder_id uuid not null references client_folders,
  employee_id uuid references employees,
  obligation text, -- its slug in content/obligations.yaml or law-changes.yaml; null for one that was entered
  kind text not null,
  title text not null,
  due_date date not null,
  repeat_months integer,
  completed_on date,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint deadline_has_a_title check (btrim(title) <> ''),
  constraint deadline_repeats_in_months check (repeat_months between 1 and 120)
);
create index deadlines_by_folder on deadlines (client_folder_id, due_date, id);
create index deadlines_open_by_due_date on deadlines (due_date, id) where completed_on is null;
create index deadlines_by_employee on deadlines (employee_id);
-- Adding the standard deadlines twice, also at the same moment, adds each once.
create unique index deadline_of_obligation_is_added_once
  on deadlines (client_folder_id, obligation, due_date, employee_id) nulls not distinct where obligation is not null;

-- Each reminder once; `sent` is false for one that a later one overtook.
create table deadline_reminders (
  deadline_id uuid not null references deadlines,
  kind text not null,
  at timestamptz not null,
  sent boolean not null,
  primary key (deadline_id, kind)
);

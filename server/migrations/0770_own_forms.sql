-- Up Migration
-- Forms of the firm's own beside those of the library. A submission refers to the version that was filled in.

create table own_forms (
  id uuid primary key,
  client_folder_id uuid references client_folders, -- the only folder it is for; null for every client
  content jsonb not null, -- as it is edited; what was published is in own_form_versions
  current_version integer, -- null until it is published
  is_active boolean not null default true,
  created_by_id uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index own_forms_by_folder on own_forms (client_folder_id);

create table own_form_versions (
  id uuid primary key,
  form_id uuid not null references own_forms,
  number integer not null,
  content jsonb not null,
  published_by_id uuid not null references users,
  published_at timestamptz not null,
  constraint own_form_version_is_numbered_once unique (form_id, number)
);

alter table hr_form_submissions add column own_form_version_id uuid references own_form_versions;
create index hr_form_submissions_by_own_form on hr_form_submissions (own_form_version_id);

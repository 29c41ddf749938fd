-- Up Migration
-- Forms that people send, and what they have typed and not sent yet. The catalogue comes with the portal (content/forms/) and is
-- written down at each start.

alter table hr_forms add constraint hr_form_is_there_once unique (form_type);

create table hr_form_submissions (
  id uuid primary key,
  form_type text not null,
  form_version integer not null,
  form_data jsonb not null,
  subject_name text,
  source text not null,
  submitted_by_id uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint hr_form_submission_source_is_known check (source in ('portal', 'pdf'))
);
create index hr_form_submissions_by_person on hr_form_submissions (submitted_by_id, id);

create table hr_form_drafts (
  user_id uuid not null references users,
  form_type text not null,
  form_data jsonb not null,
  saved_at timestamptz not null,
  primary key (user_id, form_type)
);

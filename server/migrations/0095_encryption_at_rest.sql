-- Up Migration
-- Encryption at rest: the keys for it, and columns for what is encrypted. The portal encrypts what was there before, after its start.

-- Each is encrypted with the master key. None is ever deleted: what it encrypted is read with it.
create table data_keys (
  id uuid primary key,
  box bytea not null,
  made_at timestamptz not null,
  retired_at timestamptz
);
-- However many instances make one at once, one is in use.
create unique index data_key_one_in_use on data_keys ((true)) where retired_at is null;

alter table hr_form_submissions
  add column form_box bytea,
  alter column form_data drop not null,
  add constraint hr_form_submission_says_something_once check (num_nonnulls(form_data, form_box) = 1);
create index hr_form_submissions_in_the_clear on hr_form_submissions (id) where form_data is not null;

alter table hr_form_drafts
  add column form_box bytea,
  alter column form_data drop not null,
  add constraint hr_form_draft_says_something_once check (num_nonnulls(form_data, form_box) = 1);

-- Answers kept for repeated requests hold what was sent.
alter table idempotency_keys add column answer_box bytea;

-- Up Migration
-- Trainings that a client's employees completed. A record names the deadlines that it completed and set, so that
-- correcting or voiding it can undo both.
create table training_records (
  id uuid primary key,
  client_folder_id uuid not null references client_folders,
  employee_id uuid not null references employees,
  training text not null,
  provider text not null,
  completed_on date not null,
  quarter_hours integer,
  valid_until date,
  document_id uuid references documents, -- the certificate; null after its file was deleted
  completed_deadline_id uuid references deadlines,
  next_deadline_id uuid references deadlines,
  recorded_by_id uuid not null references users,
  voided_at timestamptz,
  voided_by_id uuid references users,
  void_reason text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint training_record_names_the_training check (btrim(training) <> ''),
  constraint training_record_names_the_provider check (btrim(provider) <> ''),
  constraint training_record_has_at_most_1000_hours check (quarter_hours between 1 and 4000),
  constraint training_record_is_valid_after_completion check (valid_until is null or valid_until >= completed_on),
  constraint training_record_voiding_is_complete
    check ((voided_at is null) = (void_reason is null) and (voided_at is null) = (voided_by_id is null))
);
create index training_records_by_folder on training_records (client_folder_id, completed_on, id);
create index training_records_by_employee on training_records (employee_id);
create index training_records_by_document on training_records (document_id) where document_id is not null;
-- A deadline is completed by at most one record and set by at most one.
create unique index deadline_is_completed_by_one_training_record
  on training_records (completed_deadline_id) where completed_deadline_id is not null;
create unique index deadline_is_set_by_one_training_record
  on training_records (next_deadline_id) where next_deadline_id is not null;

-- Up Migration
-- Employees confirm that they received a version of their employer's handbook, by a private link and without an account.

create table employee_acknowledgments (
  id uuid primary key,
  client_folder_id uuid not null references client_folders,
  version_id uuid not null references handbook_versions,
  employee_id uuid not null references employees,
  email text not null,
  token_hash text not null,
  sent_at timestamptz not null,
  last_sent_at timestamptz not null,
  reminders integer not null default 0,
  acknowledged_at timestamptz,
  signed_name text,
  address text,
  constraint employee_acknowledges_a_version_once unique (version_id, employee_id),
  constraint employee_acknowledgment_token_is_unique unique (token_hash),
  constraint employee_acknowledgment_is_complete check (
    (acknowledged_at is null) = (signed_name is null) and (acknowledged_at is null) = (address is null)
  )
);
create index employee_acknowledgments_by_folder on employee_acknowledgments (client_folder_id);
create index employee_acknowledgments_by_employee on employee_acknowledgments (employee_id);
create index employee_acknowledgments_pending on employee_acknowledgments (sent_at) where acknowledged_at is null;

-- Up Migration
-- Work recorded for a client, at the hourly rate of its rate card on the day of the work. The rate is stored with the entry, so
-- that a later price does not change it.
create table time_entries (
  id uuid primary key,
  client_folder_id uuid not null references client_folders,
  user_id uuid not null references users,
  service_rate_id uuid not null references service_rates,
  date date not null,
  minutes integer not null,
  description text,
  is_billable boolean not null,
  hourly_rate bigint not null,
  invoice_id uuid references invoices,
  invoice_line_id uuid, -- the line of the invoice that bills it
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint time_entry_is_within_a_day check (minutes between 1 and 1440),
  constraint time_entry_rate_is_not_negative check (hourly_rate >= 0)
);
create index time_entries_by_folder on time_entries (client_folder_id, date, id);
create index time_entries_by_person on time_entries (user_id, date, id);
create index time_entries_by_date on time_entries (date, id);
create index time_entries_by_invoice on time_entries (invoice_id) where invoice_id is not null;

-- One running timer for each person, stored here so that it continues after the browser is closed.
create table timers (
  user_id uuid primary key references users,
  client_folder_id uuid not null references client_folders,
  service_rate_id uuid not null references service_rates,
  description text,
  started_at timestamptz not null
);
create index timers_by_folder on timers (client_folder_id);

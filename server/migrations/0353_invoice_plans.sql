-- Up Migration
-- Recurring invoices: what is billed every few months on a day, and the invoices that were created.
create table invoice_plans (
  id uuid primary key,
  client_folder_id uuid not null references client_folders,
  created_by_id uuid not null references users,
  description text,
  line_items jsonb not null,
  every_months integer not null,
  day_of_month integer not null, -- in a shorter month, its last day
  starts_on date not null,
  ends_on date,
  sends boolean not null, -- whether invoices are sent, or stay drafts
  status text not null default 'active',
  next_on date not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint invoice_plan_repeats_in_months check (every_months between 1 and 24),
  constraint invoice_plan_day_is_in_a_month check (day_of_month between 1 and 31),
  constraint invoice_plan_ends_after_start check (ends_on is null or ends_on >= starts_on),
  constraint invoice_plan_status_is_known check (status in ('active', 'paused', 'ended'))
);
create index invoice_plans_by_folder on invoice_plans (client_folder_id, id desc);
create index invoice_plans_by_next_date on invoice_plans (next_on) where status = 'active';

-- Each period once, however often and on however many instances the job runs.
create table invoice_plan_runs (
  plan_id uuid not null references invoice_plans,
  period date not null,
  invoice_id uuid references invoices, -- null once the invoice was deleted
  primary key (plan_id, period)
);
create index invoice_plan_runs_by_invoice on invoice_plan_runs (invoice_id) where invoice_id is not null;

-- Up Migration
-- Payments on Stripe's page. No card or bank data is here: only Stripe's ids, amounts, and how it went.

create table online_payments (
  id uuid primary key,
  invoice_id uuid not null references invoices,
  client_folder_id uuid not null references client_folders,
  started_by_id uuid not null references users,
  amount bigint not null,
  status text not null default 'open',
  method text,
  session_id text,
  payment_intent_id text,
  payment_id uuid references payments, -- the entry of the invoice; null where nothing of it was due any more
  unapplied bigint not null default 0, -- received beyond what was due
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint online_payment_is_something check (amount > 0 and unapplied >= 0),
  constraint online_payment_status_is_known check (status in ('open', 'pending', 'paid', 'failed', 'expired')),
  constraint online_payment_method_is_known check (method in ('card', 'ach')),
  constraint online_payment_session_is_unique unique (session_id),
  constraint online_payment_is_recorded_once unique (payment_id)
);
create index online_payments_by_invoice on online_payments (invoice_id, id desc);
create index online_payments_by_folder on online_payments (client_folder_id, id);
create index online_payments_by_intent on online_payments (payment_intent_id) where payment_intent_id is not null;
-- Two browsers can't pay the same balance at the same time.
create unique index online_payment_is_open_once on online_payments (invoice_id) where status = 'open';

-- Refunds and disputes by Stripe's id, so that each is an entry once.
create table online_payment_corrections (
  external_id text primary key,
  online_payment_id uuid not null references online_payments,
  entry_id uuid references payments, -- null where nothing of the payment was left to take back
  reversal_id uuid references payments, -- of a refund that failed, or a dispute that was won
  created_at timestamptz not null
);
create index online_payment_corrections_by_payment on online_payment_corrections (online_payment_id);

-- Stripe sends an event until it is answered, so that the same one may come twice.
create table stripe_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null
);

-- An entry that Stripe reports (a refund, a dispute) was recorded by no one of the portal.
alter table payments alter column recorded_by_id drop not null;

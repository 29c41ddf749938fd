-- Up Migration
-- Money that was received online beyond what was due on its invoice can be applied to other invoices, and refunded.

-- The entries on other invoices; the one on its own invoice is in online_payments.
create table online_payment_entries (
  entry_id uuid primary key references payments,
  online_payment_id uuid not null references online_payments
);
create index online_payment_entries_by_payment on online_payment_entries (online_payment_id);
create index online_payments_unapplied on online_payments (id desc) where unapplied > 0;

-- The entry that a refund is of; null for money that is not applied to an invoice.
alter table online_refunds add column entry_id uuid references payments;
update online_refunds r set entry_id = o.payment_id from online_payments o where o.id = r.online_payment_id;

-- A refund or dispute can take money from several entries, and money that is not applied.
alter table online_payment_corrections
  drop constraint online_payment_corrections_pkey,
  add column position integer not null default 1,
  add column unapplied bigint not null default 0,
  add constraint online_payment_correction_unapplied_is_not_negative check (unapplied >= 0),
  add primary key (external_id, position);

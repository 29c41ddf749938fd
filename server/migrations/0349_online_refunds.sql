-- Refunds that an administrator started in the portal. The row is stored before Stripe is called, and its id is Stripe's
-- idempotency key, so that a crash in between can't lead to a second refund.
create table online_refunds (
  id uuid primary key,
  online_payment_id uuid not null references online_payments,
  amount bigint not null check (amount > 0),
  reason text not null,
  credit_note boolean not null,
  started_by_id uuid not null references users,
  status text not null default 'open' check (status in ('open', 'done', 'failed')),
  refund_id text unique, -- Stripe's
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index online_refunds_by_payment on online_refunds (online_payment_id);
create unique index online_refund_is_open_once on online_refunds (online_payment_id) where status = 'open';

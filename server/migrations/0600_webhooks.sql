-- Up Migration
-- Addresses of other programs that are called when something happens, and what was sent to them in the last 30 days.

create table webhooks (
  id uuid primary key,
  url text not null,
  events jsonb not null,
  secret_encrypted bytea not null,
  is_on boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null
);

create table webhook_deliveries (
  webhook_id uuid not null references webhooks on delete cascade,
  id uuid not null,
  type text not null,
  payload text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  response_status integer,
  failure text,
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null,
  primary key (webhook_id, id)
);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);

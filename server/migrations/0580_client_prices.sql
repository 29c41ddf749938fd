-- Up Migration
-- Hourly rates that a client pays instead of the rate card's, each with its first day. Without a rate, the card's hourly rate applies
-- again from that day on.
create table client_prices (
  id uuid primary key,
  client_folder_id uuid not null references client_folders,
  service_rate_id uuid not null references service_rates,
  effective_from date not null,
  hourly_rate bigint,
  created_by_id uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint client_price_is_not_negative check (hourly_rate >= 0),
  constraint client_price_starts_once_a_day unique (client_folder_id, service_rate_id, effective_from)
);

-- Where the hourly rate of an entry is from. Until now it was always the rate card.
alter table time_entries
  add column rate_source text not null default 'card',
  add constraint time_entry_rate_source_is_known check (rate_source in ('card', 'client'));

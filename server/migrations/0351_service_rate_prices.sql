-- Up Migration
-- Hourly rates with the day from which they apply. The rate on the card itself is the one before the first of these.
create table service_rate_prices (
  service_rate_id uuid not null references service_rates,
  effective_from date not null,
  hourly_rate bigint not null,
  primary key (service_rate_id, effective_from),
  constraint service_rate_price_is_not_negative check (hourly_rate >= 0)
);

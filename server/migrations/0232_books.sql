-- Up Migration
-- A closed month takes no entry dated in it. A reopened one stays in the table, so that the history is complete.

create table closed_months (
  id uuid primary key,
  month date not null, -- its first day
  closed_by_id uuid not null references users,
  closed_at timestamptz not null,
  reopened_by_id uuid references users,
  reopened_at timestamptz,
  reopen_reason text,
  constraint closed_month_is_a_first_day check (date_trunc('month', month::timestamp) = month::timestamp),
  constraint closed_month_is_reopened_by_someone check ((reopened_at is null) = (reopened_by_id is null))
);
create unique index closed_month_is_closed_once on closed_months (month) where reopened_at is null;

-- The account and item names that exports to accounting programs use.
create table books_mapping (
  id integer primary key default 1,
  mapping jsonb not null,
  version integer not null default 1,
  constraint books_mapping_is_one_row check (id = 1)
);

-- Up Migration
-- Appointments that visitors and clients book online. A person has one at a time: btree_gist allows a constraint on the
-- person and the range of time together. Only booked ones occupy it.
create extension if not exists btree_gist;

create table booking_hours (
  user_id uuid primary key references users,
  is_bookable boolean not null,
  days jsonb, -- Monday to Sunday; null for the office hours
  version integer not null,
  updated_at timestamptz not null
);

create table bookings (
  id uuid primary key,
  consultant_id uuid not null references users,
  client_folder_id uuid references client_folders, -- null for a visitor's
  booked_by_id uuid references users,
  visitor_name text,
  visitor_email text,
  visitor_phone text,
  topic text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  status text not null default 'booked',
  cancelled_at timestamptz,
  cancelled_by_id uuid references users, -- null for the visitor
  cancel_reason text,
  token_hash text, -- of the visitor's private link
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint booking_status_is_known check (status in ('booked', 'cancelled')),
  constraint booking_ends_after_its_start check (ends_at > starts_at),
  constraint booking_is_of_a_folder_or_a_visitor check (
    (client_folder_id is null) = (visitor_email is not null)
    and (visitor_email is null) = (visitor_name is null) and (visitor_email is null) = (token_hash is null)
  ),
  constraint booking_cancellation_is_complete check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint booking_token_is_unique unique (token_hash),
  constraint booking_time_is_free exclude using gist (
    consultant_id with =, tstzrange(starts_at, ends_at) with &&
  ) where (status = 'booked')
);
create index bookings_by_folder on bookings (client_folder_id, starts_at, id);
create index bookings_by_consultant on bookings (consultant_id, starts_at, id);
create index bookings_by_start on bookings (starts_at, id);
create index bookings_by_visitor on bookings (lower(visitor_email)) where client_folder_id is null;

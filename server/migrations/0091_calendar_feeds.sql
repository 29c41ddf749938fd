-- Up Migration
-- Private addresses of calendars, one for each person: the database knows only the hash.

create table calendar_feeds (
  user_id uuid primary key references users on delete cascade,
  token_hash text not null unique, -- SHA-256 of the secret in the address
  read_at timestamptz,
  created_at timestamptz not null
);

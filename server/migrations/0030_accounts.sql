-- Up Migration
-- What signing in needs beside users and sessions: a link that belongs to nobody yet, browsers that were here before, failures in a row.

-- The set-up link makes the first administrator, so there is nobody it could belong to.
alter table one_time_links alter column user_id drop not null;
alter table one_time_links add constraint one_time_link_has_an_owner check (purpose = 'set-up' or user_id is not null);

-- A browser in which somebody signed in before has a brake of its own for that person: strangers' tries can't shut it out.
create table known_browsers (
  token_hash text not null, -- SHA-256 of a cookie that opens nothing
  user_id uuid not null references users on delete cascade,
  seen_at timestamptz not null,
  primary key (token_hash, user_id)
);
create index known_browsers_by_time on known_browsers (seen_at);

-- Wrong passwords in a row: a person's id, or one of 4,096 drawers for names nobody has, so that both cost the same.
create table sign_in_failures (subject text primary key, in_a_row integer not null);

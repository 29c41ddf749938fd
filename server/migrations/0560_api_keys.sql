-- Up Migration
-- Keys with which other programs call the API for the administrator who created them. Only a hash of each is stored.

create table api_keys (
  id uuid primary key,
  user_id uuid not null references users,
  name text not null,
  token_hash text not null unique,
  ending text not null,
  scopes jsonb not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null
);
create index api_keys_by_user on api_keys (user_id);

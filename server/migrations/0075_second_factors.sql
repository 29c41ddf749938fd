-- Up Migration
-- What a second factor needs: the secret of the authenticator app, recovery codes, and when a session last proved who it is.

create table second_factors (
  user_id uuid primary key references users on delete cascade,
  secret bytea, -- encrypted with the master key; null until the first one is confirmed
  confirmed_at timestamptz,
  last_step bigint, -- the last time step whose code was used: a code works once
  wrong_in_a_row integer not null default 0, -- wrong codes after a right password: somebody knows it
  pending_secret bytea, -- shown, and not confirmed by a code yet; the one before stays good until then
  constraint second_factor_is_confirmed check ((secret is null) = (confirmed_at is null))
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash text not null, -- SHA-256 of 80 random bits
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Beside a second factor a password may be shorter; without one it has to be chosen anew.
alter table users add column password_is_short boolean not null default false;

-- When the person last entered a password or a code in this session; until now that was at the sign-in.
alter table sessions add column proved_at timestamptz not null default now();
update sessions set proved_at = created_at;

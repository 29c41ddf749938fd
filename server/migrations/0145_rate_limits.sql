-- Up Migration
-- Rate limits are counted by rate-limiter-flexible, whose table this is: points used under a key, until `expire` (epoch milliseconds).

drop table brakes;
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_by_expiry on rate_limits (expire);

-- A code that is emailed to someone who signs in from a new browser after many wrong passwords. Only its hash is stored.
create table sign_in_codes (
  user_id uuid primary key references users on delete cascade,
  code_hash text not null,
  expires_at timestamptz not null
);

-- Up Migration
-- Browsers that get push notifications: where their push service is called, and the keys that encrypt for them.

create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  session_id uuid references sessions (id) on delete set null, -- null once the session has expired
  browser_hash text, -- of the cookie that marks a known browser, so that its next sign-in is recognized
  endpoint_hash text not null unique,
  subscription_encrypted bytea not null,
  user_agent text not null,
  undelivered integer not null default 0, -- notifications in a row that the push service didn't accept
  seen_at timestamptz not null, -- the browser's last sign-in
  version integer not null default 1,
  created_at timestamptz not null
);
create index push_subscriptions_by_user on push_subscriptions (user_id);
create index push_subscriptions_by_session on push_subscriptions (session_id) where session_id is not null;
create index push_subscriptions_by_browser on push_subscriptions (browser_hash) where browser_hash is not null;

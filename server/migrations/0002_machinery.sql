-- Up Migration
-- What carries the entities: the trail, the notices, the mail, repeated requests, brakes, links and uploads.

-- Who did what, when, from where. Only ever added to, and outliving what it is about: hence no foreign keys.
create table audit_entries (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid,
  action text not null,
  entity_type text not null,
  entity_id uuid,
  client_folder_id uuid,
  address text,
  request_id text,
  details jsonb not null default '{}'
);
create index audit_entries_by_folder on audit_entries (client_folder_id, id desc) where client_folder_id is not null;
create index audit_entries_by_entity on audit_entries (entity_id, id desc);
create index audit_entries_by_actor on audit_entries (actor_id, id desc);

-- Each link holds the hash of the one before it and of its entry, so that a changed, removed or reordered entry shows.
create table audit_chain (
  seq bigint primary key,
  entry_id uuid not null unique references audit_entries,
  hash bytea not null
);
-- Entries not yet linked. Linking inside each business transaction would make all of them wait for one another.
create table audit_pending (entry_id uuid primary key);

create function refuse_change() returns trigger language plpgsql as
  $$ begin raise exception 'The audit trail is only ever added to.'; end $$;
create trigger audit_entries_stay before update or delete or truncate on audit_entries execute function refuse_change();
create trigger audit_chain_stays before update or delete or truncate on audit_chain execute function refuse_change();

-- What changed, for whom: names, never data. Kept for a quarter of an hour, and not through a crash: every browser then comes
-- back and reads everything again.
create unlogged table live_events (
  id uuid primary key,
  at timestamptz not null,
  type text not null,
  entity_id uuid,
  client_folder_id uuid,
  user_ids uuid[] not null default '{}',
  roles text[] not null default '{}'
);

-- Who has which folder open right now, so that nobody is sent a letter about what they are looking at.
create unlogged table presence (
  connection_id uuid primary key,
  user_id uuid not null references users on delete cascade,
  client_folder_id uuid not null references client_folders on delete cascade,
  until timestamptz not null
);
create index presence_by_folder on presence (client_folder_id, user_id);

create table emails (
  id uuid primary key,
  to_user_id uuid references users,
  "to" text not null,
  subject text not null,
  text text not null,
  html text not null,
  about text not null,
  client_folder_id uuid references client_folders,
  status text not null,
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint email_status_is_known check (status in ('kept', 'queued', 'sent', 'failed'))
);
create index emails_by_person on emails (to_user_id, client_folder_id, about, id desc);

-- The answers to repeated requests, for 24 hours.
create table idempotency_keys (
  scope text not null,
  key text not null,
  fingerprint text not null,
  status integer not null,
  answer text,
  version integer,
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_keys_by_time on idempotency_keys (created_at);

-- Counters of tries in a window: sign-in, links, public requests, questions.
create table brakes (
  name text not null,
  subject text not null,
  window_start timestamptz not null,
  tries integer not null,
  primary key (name, subject)
);

-- Invitations and password resets: only the hash is kept, only the newest is good, only once.
create table one_time_links (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null,
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint one_time_link_purpose_is_known check (purpose in ('invitation', 'password-reset', 'set-up'))
);
create index one_time_links_by_user on one_time_links (user_id, purpose);

-- Files on their way to becoming documents: bound to their user, good for one PUT, registered once, swept after a day.
create table uploads (
  id uuid primary key, -- becomes the document's
  user_id uuid not null references users,
  storage_key text not null unique,
  token_hash text, -- SHA-256 of the secret in its address; none when it comes in parts, which have their own
  multipart_name text, -- the store's own name for it when it comes in parts
  max_size bigint not null,
  expires_at timestamptz not null,
  receiving_since timestamptz,
  stored_at timestamptz,
  size bigint,
  sha256 text,
  claimed_at timestamptz,
  discarded_at timestamptz,
  created_at timestamptz not null,
  constraint upload_comes_whole_or_in_parts check ((token_hash is null) <> (multipart_name is null)),
  constraint upload_stored_is_measured check ((stored_at is null) = (size is null) and (size is null) = (sha256 is null)),
  constraint upload_claimed_was_stored check (claimed_at is null or (stored_at is not null and discarded_at is null))
);
create index uploads_by_user on uploads (user_id, created_at desc);
create index uploads_unclaimed on uploads (created_at) where claimed_at is null;

create table upload_parts (
  upload_id uuid not null references uploads on delete cascade,
  number integer not null,
  token_hash text not null,
  expires_at timestamptz not null,
  size bigint, -- as announced, so that parts under way count
  md5 text, -- once it arrived
  primary key (upload_id, number),
  constraint upload_part_is_numbered check (number between 1 and 10000)
);

-- Facts about this portal as a whole: whether it is a demonstration, its secrets' fingerprints.
create table portal_facts (name text primary key, value jsonb not null);

-- Up Migration
-- Passkeys, and the challenges that they sign (docs/decisions/0128).

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id text not null, -- base64url, as the browser gives it
  public_key bytea not null, -- COSE
  counter bigint not null, -- how often it has signed, where the device counts; many always say 0
  name text not null,
  is_synced boolean not null,
  created_at timestamptz not null,
  used_at timestamptz,
  version integer not null default 1,
  constraint passkey_is_known_once unique (credential_id)
);
create index passkeys_of_a_person on passkeys (user_id, id);

-- One for each browser and kind: asking anew ends the one before. It is deleted by whoever answers it.
create table passkey_challenges (
  holder text not null, -- `session <id>`, or the hash of a cookie
  kind text not null check (kind in ('creation', 'request')),
  challenge text not null,
  expires_at timestamptz not null,
  primary key (holder, kind)
);
create index passkey_challenges_past on passkey_challenges (expires_at);

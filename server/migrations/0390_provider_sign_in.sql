-- Up Migration
-- Sign-in at an OpenID Connect provider (docs/decisions/0145).

alter table sessions add column has_provider_mfa boolean not null default false;

-- One for each browser: first until the provider sends the browser back, then, if a second factor is required, until it is entered.
create table provider_sign_ins (
  holder text primary key, -- the hash of a cookie
  state text,
  nonce text,
  code_verifier text,
  next text, -- the path of the portal to open afterward
  session_id uuid, -- the session that is reauthenticated; null for a sign-in
  user_id uuid references users on delete cascade, -- confirmed by the provider; a second factor is missing
  started_at timestamptz not null,
  expires_at timestamptz not null,
  constraint provider_sign_in_has_one_step check ((user_id is null) = (state is not null and nonce is not null and code_verifier is not null))
);
create index provider_sign_ins_past on provider_sign_ins (expires_at);
create index provider_sign_ins_of_a_person on provider_sign_ins (user_id);

-- Up Migration
-- An administrator looks at the portal as a client sees it: from when to when, in which session.

create table viewings (
  id uuid primary key,
  session_id uuid not null, -- outlives the session, so that its end can be told
  admin_id uuid not null references users,
  user_id uuid not null references users,
  started_at timestamptz not null,
  until timestamptz not null,
  ended_at timestamptz
);
create unique index viewing_one_for_each_session on viewings (session_id) where ended_at is null;

-- Up Migration
-- Saved replies: texts with fields that the team inserts into messages to clients.
create table saved_replies (
  id uuid primary key,
  title text not null,
  content text not null, -- with fields, such as {{first name}}
  owner_id uuid references users, -- null for the whole team
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index saved_replies_by_title on saved_replies (lower(title), id);

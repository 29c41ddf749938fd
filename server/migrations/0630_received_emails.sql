-- Up Migration
-- Replies by email: the address that each person replies to about a folder, and what arrived in the mailbox.

create table reply_addresses (
  token_hash bytea primary key,
  user_id uuid not null references users,
  client_folder_id uuid not null references client_folders,
  token_encrypted bytea not null,
  created_at timestamptz not null,
  unique (user_id, client_folder_id)
);

-- How far the mailbox was read. Its validity changes when the mail server starts to number its emails again.
create table mailbox_position (
  only_row boolean primary key default true check (only_row),
  uid_validity text not null,
  last_uid bigint not null,
  read_at timestamptz not null
);

create table received_emails (
  id uuid primary key,
  -- SHA-256 of the whole email, so that it is never read twice.
  content_hash bytea not null unique,
  uid_validity text not null,
  uid bigint not null,
  from_address text not null,
  -- Subject, text, and names of attachments; deleted 30 days after the email was handled.
  body_encrypted bytea,
  status text not null check (status in ('pending', 'added', 'dismissed', 'automatic', 'bounce')),
  reason text,
  sender_id uuid references users,
  client_folder_id uuid references client_folders,
  handled_by_id uuid references users,
  handled_at timestamptz,
  received_at timestamptz not null,
  version integer not null default 1
);
create index received_emails_by_status on received_emails (status, id desc);
create index received_emails_by_sender on received_emails (sender_id, received_at) where status = 'added';

alter table emails add column bounced_at timestamptz;
alter table users add column email_bounced_at timestamptz;

-- Up Migration
-- What happened that concerns a person, for the bell, and how each wants the letters about it. Kept for 90 days.

create table notices (
  user_id uuid not null references users on delete cascade,
  id uuid not null, -- also the id of the live notice that tells of it
  kind text not null,
  about text not null,
  subject text not null,
  path text not null,
  actor_id uuid references users,
  client_folder_id uuid references client_folders on delete cascade,
  in_summary boolean not null default false, -- waits for the next daily summary
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (user_id, id),
  constraint notice_kind_is_known
    check (kind in ('messages', 'documents', 'assignments', 'money', 'requests', 'signatures', 'account'))
);
create index notices_unread on notices (user_id, about) where read_at is null;
create index notices_for_summary on notices (user_id) where in_summary;
create index notices_by_time on notices using brin (created_at);

-- Nothing said is at once.
create table email_choices (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  delivery text not null,
  primary key (user_id, kind),
  constraint email_choice_is_known check (delivery in ('at-once', 'daily', 'never')),
  constraint email_choice_kind_is_known
    check (kind in ('messages', 'documents', 'assignments', 'money', 'requests', 'signatures'))
);

-- Up Migration
-- Threads whose last message is the client's and has no answer yet. A row of its own for each, written with the message, so that
-- the list needs no look at every thread there is.

create table waiting_threads (
  client_folder_id uuid primary key references client_folders on delete cascade,
  message_id uuid not null, -- the first that waits: the place in the list
  last_message_id uuid not null,
  messages integer not null,
  since timestamptz not null,
  set_aside_at timestamptz,
  set_aside_by_id uuid references users,
  constraint waiting_thread_set_aside_by_somebody check ((set_aside_at is null) = (set_aside_by_id is null))
);
create index waiting_threads_newest on waiting_threads (message_id desc) where set_aside_at is null;

insert into waiting_threads (client_folder_id, message_id, last_message_id, messages, since)
select m.client_folder_id, (array_agg(m.id order by m.id))[1], (array_agg(m.id order by m.id desc))[1], count(*), min(m.created_at)
from messages m
where m.is_from_client and not exists (
  select from messages answer where answer.client_folder_id = m.client_folder_id and not answer.is_from_client and answer.id > m.id)
group by m.client_folder_id;

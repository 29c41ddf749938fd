-- Up Migration
-- The assistant: what an answer rests on, how it went on with it, and answers that the team has checked.

create table verified_answers (
  id uuid primary key,
  question text not null,
  answer text not null,
  passages jsonb not null,
  created_by_id uuid not null references users,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

alter table bot_conversations
  add column passages jsonb not null default '[]',
  add column person_first text,
  add column source text not null default 'library',
  add column verified_answer_id uuid references verified_answers,
  add column handed_over_at timestamptz,
  add column handed_over_folder_id uuid references client_folders,
  add column settled_at timestamptz, -- out of the team's queue
  add constraint bot_conversation_source_is_known check (source in ('library', 'checked', 'written')),
  add constraint bot_conversation_checked_names_its_answer check (source <> 'checked' or verified_answer_id is not null),
  add constraint bot_conversation_handed_over_has_folder check ((handed_over_at is null) = (handed_over_folder_id is null));
alter table bot_conversations alter column confidence set not null;

-- Only what waits is looked for.
create index bot_conversations_waiting on bot_conversations (id desc)
  where settled_at is null and (confidence < 50 or was_helpful = false);
create index bot_conversations_search on bot_conversations using gin ((query || ' ' || response) gin_trgm_ops);

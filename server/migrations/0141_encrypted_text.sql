-- Up Migration
-- Drafts of messages and conversations with the assistant are stored encrypted. The portal encrypts earlier ones after its start, and
-- takes away the names that stood beside the answers of forms.

alter table message_drafts
  add column content_box bytea,
  alter column content drop not null;
alter table message_drafts add constraint message_draft_says_something_once check (num_nonnulls(content, content_box) = 1) not valid;

alter table bot_conversations
  add column said_box bytea, -- query, response, passages and person_first
  alter column query drop not null,
  alter column response drop not null;
alter table bot_conversations add constraint bot_conversation_says_something_once check (num_nonnulls(query, said_box) = 1) not valid;
drop index bot_conversations_search;
create index bot_conversations_in_the_clear on bot_conversations (id) where query is not null;

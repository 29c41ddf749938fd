-- Up Migration
-- What an answer of the assistant is, which crisis a question is about, the language, the confidence, and the policies are stored in the
-- encrypted text, so that a dump doesn't show who reported a crisis. The portal moves those of earlier questions after its start.

alter table bot_conversations
  add column needs_review boolean, -- for the team's queue: the library held no answer
  alter column kind drop not null, alter column kind drop default,
  alter column language drop not null, alter column language drop default,
  alter column confidence drop not null,
  alter column relevant_policy_ids drop not null;

update bot_conversations set needs_review = confidence < 50 and kind <> 'crisis';
alter table bot_conversations alter column needs_review set not null;

drop index bot_conversations_waiting;
create index bot_conversations_for_review on bot_conversations (id desc) where settled_at is null and (needs_review or was_helpful = false);
drop index bot_conversations_in_the_clear;
create index bot_conversations_to_encrypt on bot_conversations (id) where confidence is not null;

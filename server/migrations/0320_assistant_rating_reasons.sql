-- Up Migration
-- Why an answer of the assistant did not help, and answers whose sentences a language model selected.

alter table bot_conversations
  add column rating_reason text,
  add constraint bot_conversation_rating_reason_is_known
    check (rating_reason in ('wrong-topic', 'incomplete', 'unclear', 'out-of-date', 'other')),
  add constraint bot_conversation_reason_is_of_a_bad_rating check (rating_reason is null or was_helpful = false),
  drop constraint bot_conversation_source_is_known,
  add constraint bot_conversation_source_is_known check (source in ('library', 'checked', 'written', 'selected'));

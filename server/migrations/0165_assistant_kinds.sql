-- Up Migration
-- What an assistant's answer is, which crisis a message is about, and the language of the answer.

alter table bot_conversations
  add column kind text not null default 'answer',
  add column crisis text,
  add column language text not null default 'en',
  add constraint bot_conversation_kind_is_known check (kind in ('answer', 'not-found', 'other-jurisdiction', 'other-language', 'crisis')),
  add constraint bot_conversation_crisis_is_known check (crisis in ('self-harm', 'threat', 'medical', 'fire', 'child')),
  add constraint bot_conversation_crisis_names_its_kind check ((kind = 'crisis') = (crisis is not null)),
  add constraint bot_conversation_language_is_known check (language in ('en', 'es'));

update bot_conversations set kind = 'not-found' where confidence < 50;

-- Up Migration
-- A staff-only note can be the record of a call or a meeting with someone of the client: when, with whom, and about what.
-- Its author can edit it.
alter table staff_notes
  add column kind text not null default 'note',
  add column held_on date,
  add column held_with text,
  add column subject text,
  add column edited_at timestamptz,
  add constraint staff_note_has_known_kind check (kind in ('note', 'call', 'meeting')),
  add constraint staff_note_of_call_says_when_and_with_whom check
    (num_nulls(held_on, held_with, subject) = case kind when 'note' then 3 else 0 end);

-- The search looks through the subject and the people of a call as well.
drop index staff_notes_search;
create index staff_notes_search on staff_notes
  using gin ((coalesce(subject || ' · ' || held_with || ' · ', '') || content) gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- The search looks through comments on assignments as it does through messages (0111).
create index assignment_comments_search on assignment_comments using gin (content gin_trgm_ops) with (gin_pending_list_limit = 256);

-- Tags of documents, which the team sees and sets.
alter table documents
  add column tags text[] not null default '{}',
  add constraint document_has_few_tags check (cardinality(tags) <= 10);
alter table document_import_rows add column tags text[] not null default '{}';

-- Up Migration
-- The text of documents, for search (docs/decisions/0094). It is encrypted, so it is found by `words`: keyed hashes of its words and
-- of their beginnings. Derived from the files: a backup leaves the table out, and a job fills in what is missing.
create table document_texts (
  document_id uuid primary key references documents,
  client_folder_id uuid not null, -- the document's, so that one index scan finds what someone may see
  attempts integer not null default 0,
  tried_at timestamptz,
  extracted_at timestamptz,
  text_encrypted bytea, -- null if there is no text
  words integer[] not null default '{}'
);
alter table document_texts alter column text_encrypted set storage external; -- encrypted bytes can't be compressed
create index document_texts_by_folder on document_texts (client_folder_id);
create index document_texts_pending on document_texts (document_id) where extracted_at is null;
-- Written by a job, which can wait, so that no search reads entries that are not in the index yet.
create index document_texts_search on document_texts using gin (words) with (fastupdate = off);

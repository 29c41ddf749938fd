-- Up Migration
-- Finding by a part of a name (docs/decisions/0094): what had no index of its trigrams yet.
create index documents_search on documents using gin (original_name gin_trgm_ops);
create index client_folders_names on client_folders using gin (name gin_trgm_ops);

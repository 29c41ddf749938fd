-- A document can be replaced by a new version, a document of its own. Earlier versions can still be downloaded.
alter table documents add column replaced_by_id uuid references documents; -- always the current version
create index documents_by_replacement on documents (replaced_by_id) where replaced_by_id is not null;

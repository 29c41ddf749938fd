-- A document can be in a subfolder of its client folder. A subfolder exists while a document has its name.
alter table documents add column subfolder text;
create index documents_by_subfolder on documents (client_folder_id, lower(subfolder)) where subfolder is not null;

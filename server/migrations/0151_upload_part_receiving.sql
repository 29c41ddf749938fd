-- A part of an upload is on one connection at a time; while it is, its size counts as used.
alter table upload_parts add column receiving_since timestamptz;

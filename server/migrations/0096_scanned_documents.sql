-- Up Migration
-- What the virus scanner said of a document; what was there before it, or where there is none, was not scanned.

alter table documents
  add column scan text not null default 'not-scanned',
  add column scan_finding text, -- the scanner's own name for it; for the trail, never for people
  add constraint document_scan_is_known check (scan in ('not-scanned', 'waiting', 'clean', 'infected'));
create index documents_waiting_for_a_scan on documents (id) where scan = 'waiting';

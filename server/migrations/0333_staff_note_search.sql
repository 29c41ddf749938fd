-- Up Migration
-- The search looks through the texts of staff-only notes as it does through messages (0111).
create index staff_notes_search on staff_notes using gin (content gin_trgm_ops) with (gin_pending_list_limit = 256);

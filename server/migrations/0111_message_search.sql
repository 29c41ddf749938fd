-- Up Migration
-- A word that is rare is found in a thread of tens of thousands of messages without reading them all (docs/decisions/0119). What
-- waits to be put into the index stays short, so that no message has to wait long for it.
create index messages_search on messages using gin (content gin_trgm_ops) with (gin_pending_list_limit = 256);

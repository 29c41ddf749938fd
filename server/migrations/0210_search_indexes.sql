-- Up Migration
-- A search reads every entry that waits to be put into its index, up to 4 MB of them, which takes several times as long as the index
-- itself. These tables are searched far more often than written, so a write updates the index right away. Messages and emails are
-- written more often: theirs may wait, but few (messages: 0111).
alter index users_search set (fastupdate = off);
alter index service_requests_search set (fastupdate = off);
alter index client_folders_search set (fastupdate = off);
alter index client_folders_names set (fastupdate = off);
alter index proposals_search set (fastupdate = off);
alter index contracts_search set (fastupdate = off);
alter index invoices_search set (fastupdate = off);
alter index documents_search set (gin_pending_list_limit = 256);
alter index emails_search set (gin_pending_list_limit = 256);

select gin_clean_pending_list(index::regclass)
from unnest(array['users_search', 'service_requests_search', 'client_folders_search', 'client_folders_names', 'proposals_search',
  'contracts_search', 'invoices_search']) index;

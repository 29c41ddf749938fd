-- Up Migration
-- What a large office showed (docs/decisions/0119): sums that read only an index, papers found by what they are of, letters by words.

drop index payments_by_date;
create index payments_by_date on payments (date) include (amount, client_folder_id);
drop index invoices_by_sending;
create index invoices_by_sending on invoices (sent_at) include (total, status, client_folder_id) where sent_at is not null;
create index papers_by_entity on papers (entity_id);
create index emails_search on emails using gin (("to" || ' ' || subject) gin_trgm_ops);
create index emails_by_status on emails (status, id desc);

-- Up Migration
-- The dashboards look at the last weeks and months, and at what waits: an index for each of these few, so that what is long over
-- is never read (docs/decisions/0058).

create index service_requests_by_time on service_requests (created_at);
-- When a request was taken up stands in the trail.
create index audit_entries_of_accepting on audit_entries (entity_id, at) where action = 'service-request.in-progress';
create index invoices_by_sending on invoices (sent_at) where sent_at is not null;
create index invoices_by_full_payment on invoices (paid_at) where status = 'paid';
create index proposals_waiting on proposals (sent_at, id) where status = 'sent';
create index contracts_waiting on contracts (created_at, id) where status = 'draft';

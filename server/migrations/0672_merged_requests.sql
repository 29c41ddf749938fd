-- Up Migration
-- Two requests of the same person or business can be merged: one is closed, and the other shows its text.
alter table service_requests
  add column merged_into_id uuid references service_requests,
  add constraint service_request_merged_is_closed check (merged_into_id is null or status = 'cancelled' and merged_into_id <> id);
create index service_requests_by_merged_into on service_requests (merged_into_id) where merged_into_id is not null;

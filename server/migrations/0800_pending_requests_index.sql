-- Up Migration
-- The pending requests that someone sees are counted on each dashboard: from the index alone.
drop index service_requests_pending;
create index service_requests_pending on service_requests (created_at) include (existing_folder_id)
  where status = 'pending' and not is_suspected_spam;

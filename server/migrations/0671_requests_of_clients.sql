-- Up Migration
-- A client with a folder can request more services. Such a request belongs to the folder, and is seen by those who see it.
alter table service_requests
  add column existing_folder_id uuid references client_folders,
  add column submitted_by_id uuid references users;
create index service_requests_by_existing_folder on service_requests (existing_folder_id) where existing_folder_id is not null;
create index service_requests_by_submitter on service_requests (submitted_by_id) where submitted_by_id is not null;

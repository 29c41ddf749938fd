-- Up Migration
-- What waits for a client: how far each person has read a thread, and an index for each kind that lets the past lie
-- (docs/decisions/0085).

create table message_readings (
  user_id uuid not null references users,
  client_folder_id uuid not null references client_folders,
  last_message_id uuid not null,
  at timestamptz not null,
  primary key (user_id, client_folder_id)
);

create index proposals_unanswered_in_folder on proposals (client_folder_id) where status = 'sent';
create index contracts_unsigned_in_folder on contracts (client_folder_id) where status = 'draft';
create index invoices_open_in_folder on invoices (client_folder_id, due_date) where status in ('sent', 'overdue');
create index document_requests_pending_in_folder on document_requests (client_folder_id) where status = 'pending';
create index assignments_open_in_folder on assignments (client_folder_id) where status <> 'completed';

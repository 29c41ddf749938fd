-- Up Migration
-- Someone names an account that belongs to a folder they cannot see: an administrator confirms or declines (docs/decisions/0130).

create table folder_access_requests (
  id uuid primary key,
  client_folder_id uuid not null references client_folders,
  kind text not null,
  user_id uuid not null references users,
  email text, -- as it was typed; null where the account was named by its id
  name text, -- of a contact, as it was typed
  money boolean not null default false,
  documents boolean not null default false,
  messages boolean not null default false,
  status text not null default 'pending',
  requested_by_id uuid not null references users,
  decided_by_id uuid references users,
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint folder_access_request_kind_is_known check (kind in ('client', 'contact')),
  constraint folder_access_request_status_is_known check (status in ('pending', 'confirmed', 'declined', 'withdrawn')),
  constraint folder_access_request_is_decided_once check ((status = 'pending') = (decided_at is null)),
  constraint folder_access_request_contact_has_a_name check ((kind = 'contact') = (name is not null))
);
create index folder_access_requests_by_folder on folder_access_requests (client_folder_id, id);
create index folder_access_requests_by_person on folder_access_requests (user_id);
create unique index folder_access_requests_pending on folder_access_requests (client_folder_id, kind, user_id) where status = 'pending';
create unique index folder_access_requests_one_client on folder_access_requests (client_folder_id) where kind = 'client' and status = 'pending';

-- A contact's address is shown as it was typed, so that its spelling does not tell whether the account existed before.
alter table folder_contacts add column email text;

-- Up Migration
-- More people of a client's company in its folder, each with the parts of it that they were given (docs/decisions/0084).

create table folder_contacts (
  id uuid primary key,
  client_folder_id uuid not null references client_folders,
  user_id uuid not null references users,
  name text not null, -- as it was written by whoever added them; their account may have another
  money boolean not null,
  documents boolean not null,
  messages boolean not null,
  added_by_id uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint folder_contact_is_added_once unique (client_folder_id, user_id),
  constraint folder_contact_has_a_name check (btrim(name) <> '')
);
-- Each request of a client asks which folders they are a contact of.
create index folder_contacts_by_person on folder_contacts (user_id, client_folder_id) include (money, documents, messages);

-- Up Migration
-- Policies of the firm's own beside those of the library, and handbooks that client folders are given.

create table own_policies (
  id uuid primary key,
  title text not null,
  applies_to text not null,
  owner text not null,
  content text not null, -- as it is edited; what was published is in own_policy_versions
  current_version integer, -- null until it is published
  is_active boolean not null default true,
  created_by_id uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table own_policy_versions (
  id uuid primary key,
  policy_id uuid not null references own_policies,
  number integer not null,
  title text not null,
  applies_to text not null,
  owner text not null,
  content text not null,
  published_by_id uuid not null references users,
  published_at timestamptz not null,
  constraint own_policy_version_is_numbered_once unique (policy_id, number)
);

create table handbooks (
  id uuid primary key,
  client_folder_id uuid not null references client_folders,
  title text not null,
  head_count integer, -- null: as the folder says
  sector text,
  field_values jsonb not null, -- what the employer fills in, by field
  items jsonb not null, -- the chosen policies in order: { source, id }
  created_by_id uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint handbook_is_one_for_each_folder unique (client_folder_id)
);

create table handbook_versions (
  id uuid primary key,
  handbook_id uuid not null references handbooks,
  client_folder_id uuid not null references client_folders,
  number integer not null,
  content jsonb not null, -- everything that was printed, so that it reads the same whatever becomes of the policies
  document_id uuid references documents, -- what the client acknowledges by signing; null once that document is deleted
  created_by_id uuid not null references users,
  created_at timestamptz not null,
  constraint handbook_version_is_numbered_once unique (handbook_id, number)
);
create index handbook_versions_by_folder on handbook_versions (client_folder_id);
create index handbook_versions_by_document on handbook_versions (document_id);

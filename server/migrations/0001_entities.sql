-- Up Migration
-- The sixteen entities of the specification, each with what must always be true of it.
-- Ids are UUIDv7 made by the portal, so that ordering by id is ordering by time. Money is whole cents.

create extension if not exists pg_trgm;

-- An instant as the wire says it: ISO 8601, UTC, milliseconds, Z.
create function iso(at timestamptz) returns text language sql stable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- A person's name: both parts, or the one there is.
create function person_name(first text, last text) returns text language sql immutable parallel safe
  return coalesce(first || ' ' || last, first, last);

create table users (
  id uuid primary key,
  username text not null,
  password text, -- argon2id; null until the invitation was accepted
  email text not null,
  first_name text,
  last_name text,
  profile_image_url text,
  role text not null default 'client',
  is_active boolean not null default true,
  created_by uuid references users,
  phone text,
  company text,
  is_demonstration boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint user_role_is_known check (role in ('master-admin', 'admin', 'staff', 'client')),
  constraint user_username_is_short check (length(username) between 1 and 200),
  constraint user_email_is_short check (length(email) between 3 and 200)
);
create unique index user_username_is_unique on users (lower(username));
create unique index user_email_is_unique on users (lower(email));
create index users_by_role on users (role, id desc);
create index users_search on users using gin
  ((coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || email || ' ' || username || ' ' || coalesce(company, '')) gin_trgm_ops);

create table sessions (
  sid text primary key, -- SHA-256 of the cookie, never the cookie
  id uuid not null unique,
  user_id uuid not null references users,
  sess jsonb not null default '{}', -- browser and address, for the person's own list of sessions
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expire timestamptz not null,
  constraint session_ends_after_it_starts check (expire > created_at)
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expire on sessions (expire);

create table service_requests (
  id uuid primary key,
  business_name text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  website text,
  services text[] not null,
  needs_description text not null,
  business_goals text not null,
  industry text,
  company_size text,
  status text not null default 'pending',
  assigned_staff_id uuid references users,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint service_request_status_is_known check (status in ('pending', 'in-progress', 'completed', 'cancelled')),
  constraint service_request_asks_for_a_service check (cardinality(services) > 0),
  constraint service_request_services_are_known
    check (services <@ array['hr-operations', 'hr-consulting', 'talent-acquisition', 'leadership-coaching']),
  constraint service_request_pending_has_no_holder check (status <> 'pending' or assigned_staff_id is null)
);
create index service_requests_by_status on service_requests (status, id desc);
-- The dashboards count who waits, and for how long.
create index service_requests_pending on service_requests (created_at) where status = 'pending';
create index service_requests_by_holder on service_requests (assigned_staff_id, id desc) where assigned_staff_id is not null;
create index service_requests_search on service_requests using gin
  ((business_name || ' ' || first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);

create table client_folders (
  id uuid primary key,
  name text not null,
  client_id uuid references users,
  assigned_staff_id uuid not null references users,
  services text not null,
  status text not null default 'active',
  service_request_id uuid references service_requests,
  created_by_id uuid not null references users,
  tax_exempt boolean not null default false,
  is_test_data boolean not null default false,
  purchase_order_number text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint client_folder_status_is_known check (status in ('active', 'on-hold', 'completed', 'archived'))
);
create unique index client_folder_one_for_each_request on client_folders (service_request_id) where service_request_id is not null;
create index client_folders_by_staff on client_folders (assigned_staff_id, id desc);
create index client_folders_by_creator on client_folders (created_by_id, id desc);
create index client_folders_by_client on client_folders (client_id, id);
create index client_folders_by_status on client_folders (status, id desc);
create index client_folders_search on client_folders using gin ((name || ' ' || services) gin_trgm_ops);

create table documents (
  id uuid primary key, -- that of the upload it was
  file_name text not null,
  original_name text not null,
  file_size integer not null,
  mime_type text not null,
  storage_key text not null, -- never leaves the server
  sha256 text not null,
  client_folder_id uuid not null references client_folders,
  uploaded_by_id uuid not null references users,
  requires_signature boolean not null default false,
  is_signed boolean not null default false,
  signed_at timestamptz,
  refusal_reason text,
  refused_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint document_object_is_claimed_once unique (storage_key),
  constraint document_has_a_size check (file_size > 0),
  constraint document_signed_has_time check (is_signed = (signed_at is not null)),
  constraint document_signed_was_to_be_signed check (requires_signature or not is_signed)
);
create index documents_by_folder on documents (client_folder_id, id desc);
create index documents_awaiting_signature on documents (client_folder_id) where requires_signature and not is_signed;

create table messages (
  id uuid primary key,
  content text not null,
  client_folder_id uuid not null references client_folders,
  sender_id uuid not null references users,
  is_from_client boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint message_says_something check (btrim(content) <> '')
);
create index messages_by_folder on messages (client_folder_id, id desc);

create table assignments (
  id uuid primary key,
  title text not null,
  description text not null,
  client_folder_id uuid not null references client_folders,
  assigned_by_id uuid not null references users,
  status text not null default 'pending',
  due_date date,
  completed_at timestamptz,
  document_id uuid references documents,
  wants text not null default 'nothing', -- a document to sign, one to upload, or neither
  version integer not null default 1,
  created_at timestamptz not null,
  constraint assignment_status_is_known check (status in ('pending', 'in-progress', 'completed')),
  constraint assignment_wants_is_known check (wants in ('nothing', 'signature', 'upload')),
  constraint assignment_completed_has_time check ((status = 'completed') = (completed_at is not null))
);
create index assignments_by_folder on assignments (client_folder_id, id desc);
create index assignments_due on assignments (due_date) where status <> 'completed' and due_date is not null;

create table service_rates (
  id uuid primary key,
  service_name text not null,
  service_type text not null,
  description text not null,
  hourly_rate bigint,
  project_rate bigint,
  monthly_rate bigint,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint service_rate_type_is_known
    check (service_type in ('hr-operations', 'hr-consulting', 'talent-acquisition', 'leadership-coaching')),
  constraint service_rate_is_not_negative
    check (coalesce(hourly_rate, 0) >= 0 and coalesce(project_rate, 0) >= 0 and coalesce(monthly_rate, 0) >= 0)
);

create table hr_policies (
  id uuid primary key,
  title text not null,
  description text not null,
  content text not null,
  category text not null,
  policy_type text not null,
  source_url text,
  keywords text[] not null default '{}',
  effective_date date,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table hr_forms (
  id uuid primary key,
  form_name text not null,
  description text not null,
  business_level text not null,
  form_type text not null,
  download_url text,
  object_path text,
  is_required boolean not null default false,
  keywords text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table bot_conversations (
  id uuid primary key,
  user_id uuid not null references users,
  query text not null,
  response text not null,
  relevant_policy_ids uuid[] not null default '{}',
  confidence integer,
  was_helpful boolean,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint bot_conversation_confidence_is_a_percentage check (confidence between 0 and 100)
);
create index bot_conversations_by_user on bot_conversations (user_id, id desc);

create table proposals (
  id uuid primary key,
  client_folder_id uuid not null references client_folders,
  created_by_id uuid not null references users,
  title text not null,
  description text not null,
  services jsonb not null default '[]',
  timeline jsonb not null default '[]',
  total_cost bigint not null,
  status text not null default 'draft',
  valid_until date,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint proposal_status_is_known check (status in ('draft', 'sent', 'approved', 'rejected', 'withdrawn')),
  constraint proposal_total_is_not_negative check (total_cost >= 0)
);
create index proposals_by_folder on proposals (client_folder_id, id desc);

create table contracts (
  id uuid primary key,
  client_folder_id uuid not null references client_folders,
  proposal_id uuid references proposals,
  created_by_id uuid not null references users,
  contract_number text not null,
  client_name text not null,
  client_email text not null,
  client_phone text,
  client_company text,
  client_address text,
  services jsonb not null default '[]',
  terms text not null,
  total_value bigint not null,
  start_date date not null,
  end_date date,
  status text not null default 'draft',
  signed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint contract_number_is_unique unique (contract_number),
  constraint contract_number_has_the_form check (contract_number ~ '^PROHR-[0-9]{6}-[0-9]{3,}$'),
  constraint contract_status_is_known
    check (status in ('draft', 'active', 'completed', 'cancelled', 'declined', 'terminated')),
  constraint contract_ends_after_it_starts check (end_date >= start_date),
  constraint contract_total_is_not_negative check (total_value >= 0)
);
create index contracts_by_folder on contracts (client_folder_id, id desc);

create table invoices (
  id uuid primary key,
  client_folder_id uuid not null references client_folders,
  contract_id uuid references contracts,
  created_by_id uuid not null references users,
  invoice_number text not null,
  description text,
  line_items jsonb not null default '[]',
  subtotal bigint not null,
  tax bigint not null default 0,
  total bigint not null,
  status text not null default 'draft',
  due_date date not null,
  paid_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint invoice_number_is_unique unique (invoice_number),
  constraint invoice_number_has_the_form check (invoice_number ~ '^INV-[0-9]{8}-[0-9]{2,}$'),
  constraint invoice_status_is_known check (status in ('draft', 'sent', 'paid', 'overdue', 'void')),
  constraint invoice_total_is_the_sum check (total = subtotal + tax),
  constraint invoice_amounts_are_not_negative check (subtotal >= 0 and tax >= 0)
);
create index invoices_by_folder on invoices (client_folder_id, id desc);

create table document_requests (
  id uuid primary key,
  client_folder_id uuid not null references client_folders,
  requested_by_id uuid not null references users,
  title text not null,
  description text,
  document_type text not null,
  priority text not null default 'medium',
  status text not null default 'pending',
  due_date date,
  completed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint document_request_status_is_known check (status in ('pending', 'submitted', 'completed', 'cancelled')),
  constraint document_request_priority_is_known check (priority in ('low', 'medium', 'high'))
);
create index document_requests_by_folder on document_requests (client_folder_id, id desc);
alter table documents add column document_request_id uuid references document_requests; -- the request that it answers
create index documents_by_request on documents (document_request_id) where document_request_id is not null;

create table onboarding_reports (
  id uuid primary key,
  client_folder_id uuid not null references client_folders,
  created_by_id uuid not null references users,
  client_needs jsonb not null default '[]',
  recommended_services jsonb not null default '[]',
  timeline jsonb not null default '[]',
  risk_assessment text,
  budget bigint,
  status text not null default 'draft',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint onboarding_report_status_is_known check (status in ('draft', 'shared'))
);
create index onboarding_reports_by_folder on onboarding_reports (client_folder_id, id desc);

-- Up Migration
-- The paper trail: revisions of proposals, numbers, signatures and the papers they are on, payments and reminders.

-- The last number allotted of each series in each month or day; the row is the queue of those who want the next one.
create table number_series (
  series text not null,
  period text not null,
  last integer not null,
  primary key (series, period)
);

alter table client_folders
  add column tax_exemption_number text, -- of the certificate on file
  add column reminders_paused boolean not null default false;

-- A sent proposal is frozen; a revision is a new row, and both stay readable.
alter table proposals
  add column revision integer not null default 1,
  add column revises_id uuid references proposals,
  add column sent_at timestamptz,
  add column decided_at timestamptz,
  add column decided_by_id uuid references users,
  add column comment text, -- the client's, with the decision
  add constraint proposal_decided_has_time check ((status in ('approved', 'rejected')) = (decided_at is not null)),
  add constraint proposal_decided_was_sent check (status not in ('sent', 'approved', 'rejected') or sent_at is not null);
create unique index proposal_is_revised_once on proposals (revises_id) where revises_id is not null and status <> 'withdrawn';
create index proposals_by_revised on proposals (revises_id) where revises_id is not null;
create index proposals_by_status on proposals (status, id desc);
create index proposals_search on proposals using gin (title gin_trgm_ops);

alter table contracts
  add column reason text, -- why it was declined, cancelled or terminated
  add column text_version integer not null default 1, -- the version in which its text was last written
  add constraint contract_signed_has_time check (status not in ('active', 'completed', 'terminated') or signed_at is not null),
  add constraint contract_unsigned_has_no_time check (status not in ('draft', 'cancelled', 'declined') or signed_at is null);
create index contracts_by_status on contracts (status, id desc);
create index contracts_by_proposal on contracts (proposal_id) where proposal_id is not null;
create index contracts_search on contracts using gin
  ((contract_number || ' ' || client_name || ' ' || coalesce(client_company, '')) gin_trgm_ops);

alter table invoices
  add column sent_at timestamptz,
  add column amount_paid bigint not null default 0, -- the sum of its payments, kept by whoever records one
  add column tax_exempt boolean not null default false, -- as the folder was when the invoice was made
  add column tax_exemption_number text,
  add column purchase_order_number text,
  add column reason text, -- why it was voided
  add constraint invoice_exempt_has_no_tax check (not tax_exempt or tax = 0),
  add constraint invoice_is_not_overpaid check (amount_paid between 0 and total),
  add constraint invoice_paid_has_time check ((status = 'paid') = (paid_at is not null)),
  add constraint invoice_paid_is_paid check (status <> 'paid' or amount_paid = total),
  add constraint invoice_draft_has_no_payment check (status <> 'draft' or amount_paid = 0);
create index invoices_by_status on invoices (status, id desc);
create index invoices_open_by_due_date on invoices (due_date) where status in ('sent', 'overdue');
create index invoices_by_contract on invoices (contract_id) where contract_id is not null;
create index invoices_search on invoices using gin ((invoice_number || ' ' || coalesce(description, '')) gin_trgm_ops);

create table payments (
  id uuid primary key,
  invoice_id uuid not null references invoices,
  client_folder_id uuid not null references client_folders,
  amount bigint not null,
  date date not null,
  method text not null,
  reference text,
  recorded_by_id uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint payment_is_something check (amount > 0),
  constraint payment_method_is_known check (method in ('check', 'bank-transfer', 'card', 'cash', 'other'))
);
create index payments_by_invoice on payments (invoice_id, id);
create index payments_by_folder on payments (client_folder_id, id);
create index payments_by_date on payments (date);

-- Each reminder of an invoice goes out once, whatever happens in between.
create table invoice_reminders (
  invoice_id uuid not null references invoices,
  kind text not null, -- 'before-3', 'after-1', 'after-7' …: days before or after the due date
  at timestamptz not null,
  sent boolean not null, -- false when a later one was due already, or reminders were paused
  primary key (invoice_id, kind)
);

-- PDFs that the portal made and keeps: what the client was shown, what was sealed, and certificates.
create table papers (
  id uuid primary key,
  entity_type text not null, -- the noun of the address: 'contracts', 'documents'
  entity_id uuid not null,
  kind text not null,
  entity_version integer, -- of an original: the version of the entity that it shows
  storage_key text not null unique, -- never leaves the server
  size integer not null,
  sha256 text not null,
  created_at timestamptz not null,
  constraint paper_kind_is_known check (kind in ('original', 'sealed', 'certificate')),
  constraint paper_original_names_its_version check ((kind = 'original') = (entity_version is not null))
);
create unique index paper_original_is_one_for_each_version on papers (entity_id, entity_version) where kind = 'original';
create unique index paper_is_sealed_once on papers (entity_id, kind) where kind <> 'original';

-- Who signed what, as it was shown to them. Only ever added to; the sealed paper follows (papers).
create table signatures (
  id uuid primary key,
  entity_type text not null,
  entity_id uuid not null,
  client_folder_id uuid not null references client_folders,
  signer_id uuid not null references users,
  signer_name text not null, -- of the account, as it was
  signer_email text not null,
  kind text not null,
  name text not null, -- as typed by the signer
  strokes jsonb, -- of a drawn signature
  consent_version text not null,
  consent_text text not null, -- as it was shown, whole
  consent_sha256 text not null,
  shown_sha256 text not null, -- of the bytes that the signer had opened
  opened_at timestamptz not null,
  signed_at timestamptz not null,
  address text not null,
  user_agent text,
  constraint signature_is_given_once unique (entity_type, entity_id),
  constraint signature_kind_is_known check (kind in ('typed', 'drawn')),
  constraint signature_drawn_has_strokes check ((kind = 'drawn') = (strokes is not null))
);
create index signatures_by_folder on signatures (client_folder_id, id desc);
create trigger signatures_stay before update or delete or truncate on signatures execute function refuse_change();

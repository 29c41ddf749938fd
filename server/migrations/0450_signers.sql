-- Up Migration
-- Several people sign a contract or a document, in an order. Until now the folder's client alone signed.

alter table folder_contacts add column sign boolean not null default false; -- may be chosen as a signer
alter table folder_access_requests add column sign boolean not null default false;

alter table contracts add column sign_by date;
alter table documents add column sign_by date;

alter table signatures drop constraint signature_is_given_once;
alter table signatures add constraint signature_is_given_once unique (entity_type, entity_id, signer_id);

create table signers (
  id uuid primary key,
  entity_type text not null,
  entity_id uuid not null,
  client_folder_id uuid not null references client_folders,
  side text not null,
  user_id uuid references users, -- null: the client of the folder at the time of signing
  position integer not null, -- signers with the same number sign at the same time
  status text not null default 'pending',
  turn_at timestamptz, -- since when it has been their turn
  reminded_days smallint, -- the days after which they were last reminded
  delegated_by_id uuid references users,
  signature_id uuid unique, -- of `signatures`
  ended_at timestamptz, -- when it was signed, declined, delegated, removed, or canceled
  created_at timestamptz not null,
  constraint signer_entity_is_known check (entity_type in ('contracts', 'documents')),
  constraint signer_side_is_known check (side in ('client', 'firm')),
  constraint signer_status_is_known
    check (status in ('pending', 'signed', 'declined', 'delegated', 'removed', 'canceled')),
  constraint signer_has_a_signature check ((status = 'signed') = (signature_id is not null)),
  constraint signer_pending_has_no_end check ((status = 'pending') = (ended_at is null)),
  constraint signer_is_reminded_after_days check (reminded_days in (3, 7)),
  constraint signer_of_the_firm_is_named check (side = 'client' or user_id is not null)
);
create index signers_by_entity on signers (entity_id);
create index signers_by_folder on signers (client_folder_id);
create index signers_pending on signers (client_folder_id, turn_at) where status = 'pending';
create unique index signer_is_named_once on signers (entity_id, coalesce(user_id, '00000000-0000-0000-0000-000000000000'))
  where status in ('pending', 'signed');

insert into signers (id, entity_type, entity_id, client_folder_id, side, user_id, position, status, turn_at, reminded_days, signature_id,
  ended_at, created_at)
select gen_random_uuid(), 'contracts', c.id, c.client_folder_id, 'client', s.signer_id, 1,
  case when s.id is not null then 'signed' when c.status = 'draft' then 'pending' when c.status = 'declined' then 'declined'
    else 'canceled' end,
  c.created_at, c.signature_reminded_days, s.id,
  case when s.id is not null then s.signed_at when c.status <> 'draft' then c.updated_at end, c.created_at
from contracts c left join signatures s on s.entity_type = 'contracts' and s.entity_id = c.id
union all
select gen_random_uuid(), 'documents', d.id, d.client_folder_id, 'client', s.signer_id, 1,
  case when s.id is not null then 'signed' when d.declined_at is not null then 'declined' else 'pending' end,
  coalesce(d.signature_requested_at, d.created_at), d.signature_reminded_days, s.id,
  coalesce(s.signed_at, d.declined_at), d.created_at
from documents d left join signatures s on s.entity_type = 'documents' and s.entity_id = d.id
where (d.requires_signature or s.id is not null) and d.withdrawn_at is null;

alter table contracts drop column signature_reminded_days;
alter table documents drop column signature_reminded_days;

-- Each signature has its own sealed file, which continues the one before, and its own certificate.
alter table archived_pdfs add column signature_id uuid;
update archived_pdfs p set signature_id = s.id from signatures s
where s.entity_id = p.entity_id and s.entity_type = p.entity_type and p.kind in ('sealed', 'certificate');
drop index archived_pdf_is_sealed_once;
create unique index archived_pdf_is_sealed_once on archived_pdfs (signature_id, kind) where signature_id is not null;

-- Up Migration
-- The firm's signature on a version of a contract's text, given when the contract was created or edited.
create table firm_signatures (
  id uuid primary key,
  contract_id uuid not null references contracts,
  client_folder_id uuid not null references client_folders,
  text_version integer not null,
  signer_id uuid not null references users,
  signer_name text not null, -- as the team recorded it
  signer_email text not null,
  confirmed_by text not null,
  signed_at timestamptz not null,
  address text not null,
  user_agent text,
  constraint firm_signs_a_text_once unique (contract_id, text_version),
  constraint firm_signature_confirmation_is_known check (confirmed_by in ('password', 'passkey'))
);
create index firm_signatures_by_folder on firm_signatures (client_folder_id);
create trigger firm_signatures_stay before update or delete or truncate on firm_signatures
  execute function refuse_change_of_signature();

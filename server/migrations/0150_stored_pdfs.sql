-- PDFs that are printed from rows and stored, so that each is printed once: form submissions, receipts, invoices that were sent.
create table stored_pdfs (
  entity_id uuid primary key,
  entity_type text not null, -- the noun of the address: 'invoices', 'payments', 'hr-form-submissions'
  client_folder_id uuid references client_folders (id), -- null for what belongs to a person
  input_sha256 text not null, -- of all that was printed: other data give another PDF
  storage_key text not null unique, -- never leaves the server
  size integer not null,
  sha256 text not null,
  created_at timestamptz not null
);
create index stored_pdfs_by_folder on stored_pdfs (client_folder_id);

-- Up Migration
-- What administrators set for the firm: each save is a row, so that every earlier state can be read. The latest one is in force.

create table firm_settings (
  version integer primary key,
  -- Only the sections that were saved; the others have their first values (domain/firm-settings.ts).
  settings jsonb not null,
  logo_sha256 text,
  changed_by_id uuid not null references users,
  changed_at timestamptz not null,
  constraint firm_settings_count_from_two check (version > 1) -- 1 is what the environment gives
);

-- Uploaded logos by the hash of their bytes. Earlier ones stay, because cached pages and sent emails still show them.
create table firm_logos (
  sha256 text primary key,
  type text not null,
  bytes bytea not null,
  created_at timestamptz not null,
  constraint firm_logo_is_an_image check (type in ('image/png', 'image/jpeg')),
  constraint firm_logo_is_small check (octet_length(bytes) <= 204800)
);

alter table firm_settings add constraint firm_settings_logo_exists foreign key (logo_sha256) references firm_logos;

-- The tax that an invoice was calculated with: until now 5.75% on everything, in thousandths of a percent.
alter table invoices
  add column tax_mode text not null default 'rate',
  add column tax_rate integer not null default 5750,
  -- Name, address, and payment instructions as they were when it was sent; null for drafts and earlier invoices.
  add column issuer jsonb,
  add constraint invoice_tax_mode_is_known check (tax_mode in ('off', 'rate', 'by-line')),
  add constraint invoice_without_tax_has_none check (tax_mode <> 'off' or tax = 0);

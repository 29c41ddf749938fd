-- Up Migration
-- A retainer is money that a client pays in advance, at most one for each folder. Invoices of its own bill it; what is paid on them is
-- its balance, which entries on other invoices use up.
create table retainers (
  client_folder_id uuid primary key references client_folders,
  balance bigint not null default 0, -- paid in, less what was applied and refunded
  low_balance bigint, -- the team is notified when an application lowers the balance to this; null for never
  version integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint retainer_low_balance_is_not_negative check (low_balance >= 0)
);

-- A retainer is not a sale, so that its invoices have no sales tax.
alter table invoices
  add column is_retainer boolean not null default false,
  add constraint invoice_retainer_has_no_tax check (not is_retainer or tax = 0);
create index invoices_of_retainers on invoices (client_folder_id) where is_retainer;

-- A part of a retainer that was applied to an invoice: no money moved.
alter table payments
  drop constraint payment_method_is_known,
  drop constraint payment_kind_is_known,
  add constraint payment_method_is_known check (method in ('check', 'bank-transfer', 'card', 'cash', 'other', 'credit', 'retainer')),
  add constraint payment_kind_is_known check (kind in ('payment', 'reversal', 'refund', 'credit', 'retainer')),
  add constraint payment_of_retainer_moves_no_money check (
    case kind when 'retainer' then method = 'retainer' when 'reversal' then true else method <> 'retainer' end);
create index payments_of_retainers on payments (client_folder_id, id) where method = 'retainer';

-- Accounts and items of retainers in the exports for accounting: the firm chooses them.
update books_mapping set mapping = mapping
  || '{"retainerAccount": null, "retainerItem": null, "xeroRetainerCode": null}'::jsonb;

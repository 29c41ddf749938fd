-- Up Migration
-- Payments are entries that are never edited: a wrong one is reversed, money that is returned is refunded, and a credit note
-- reduces what is due. Each is a row with a signed amount, so that the amount paid stays the sum of an invoice's rows.

create table credit_notes (
  id uuid primary key,
  credit_note_number text not null,
  client_folder_id uuid not null references client_folders,
  invoice_id uuid references invoices, -- the invoice that it corrects; null for a credit to the client in general
  amount bigint not null,
  date date not null,
  reason text not null,
  created_by_id uuid not null references users,
  voided_at timestamptz,
  voided_by_id uuid references users,
  void_reason text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint credit_note_number_is_unique unique (credit_note_number),
  constraint credit_note_is_something check (amount > 0),
  constraint credit_note_void_has_a_person check ((voided_at is null) = (voided_by_id is null))
);
create index credit_notes_by_folder on credit_notes (client_folder_id, id desc);
create index credit_notes_by_invoice on credit_notes (invoice_id) where invoice_id is not null;

-- The deletion of a client's records clears references before it deletes rows, so that the checks allow an entry without one; npm run
-- verify finds a correction that names no entry.
alter table payments
  add column kind text not null default 'payment',
  add column reverses_id uuid references payments, -- of a reversal or a refund: the entry that it corrects
  add column credit_note_id uuid references credit_notes, -- of a credit and its reversal: no money moved
  add column reason text,
  drop constraint payment_is_something,
  drop constraint payment_method_is_known,
  add constraint payment_method_is_known check (method in ('check', 'bank-transfer', 'card', 'cash', 'other', 'credit')),
  add constraint payment_kind_is_known check (kind in ('payment', 'reversal', 'refund', 'credit')),
  add constraint payment_is_something check (case kind when 'reversal' then amount <> 0 when 'refund' then amount < 0 else amount > 0 end),
  add constraint payment_correction_names_an_entry check (kind in ('reversal', 'refund') or reverses_id is null),
  add constraint payment_credit_moves_no_money check (credit_note_id is null or method = 'credit');
create unique index payment_is_reversed_once on payments (reverses_id) where kind = 'reversal';
create index payments_by_corrected on payments (reverses_id) where reverses_id is not null;
create index payments_by_credit_note on payments (credit_note_id) where credit_note_id is not null;

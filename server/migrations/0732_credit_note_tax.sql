-- Up Migration
-- A credit note of a taxed invoice reverses its sales tax in proportion. Earlier notes are single amounts without it, as they were
-- issued and booked.
alter table credit_notes
  add column line_items jsonb not null default '[]', -- what of the invoice is credited; empty for a single amount
  add column subtotal bigint,
  add column tax bigint not null default 0;
update credit_notes set subtotal = amount;
alter table credit_notes
  alter column subtotal set not null,
  add constraint credit_note_total_is_the_sum check (amount = subtotal + tax and subtotal >= 0 and tax >= 0);

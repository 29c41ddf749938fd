-- Up Migration
-- The code of an item in Xero, for the lines of a rate card, discounts, and credits. Xero finds items by their code, not by their name.
alter table books_items add column xero_item_code text;

-- Months that were closed before have none, so that their exports keep their content.
update books_mapping set mapping = mapping || '{"xeroItemCode": null, "xeroRetainerItemCode": null}'::jsonb;
update closed_months set names = jsonb_build_object(
  'mapping', names -> 'mapping' || '{"xeroItemCode": null, "xeroRetainerItemCode": null}'::jsonb,
  'items', coalesce((select jsonb_agg(item || '{"xeroItemCode": null}'::jsonb order by at)
    from jsonb_array_elements(names -> 'items') with ordinality l (item, at)), '[]'::jsonb));

-- A credit to a client in general can contain sales tax, at the rate of the day on which it is created.
alter table credit_notes
  add column tax_rate integer, -- in thousandths of a percent; null without sales tax, and for an invoice, which has its own rate
  add constraint credit_note_has_a_rate_only_without_an_invoice check (tax_rate is null or (invoice_id is null and tax_rate between 1 and 30000));

-- Up Migration
-- What a client, and a service or kind of invoice line, is called in the accounting program. Each save of a customer name is a row; the
-- latest one of a folder is in force.

create table books_customers (
  id uuid primary key,
  client_folder_id uuid not null references client_folders,
  version integer not null,
  name text, -- null for the name of the folder
  changed_by_id uuid not null references users,
  changed_at timestamptz not null,
  constraint books_customer_versions_count_from_two check (version > 1), -- 1 is the name of the folder
  constraint books_customer_has_each_version_once unique (client_folder_id, version)
);

create table books_items (
  id uuid primary key, -- of the rate card, or the constant one of the kind (domain/books-names.ts)
  service_rate_id uuid references service_rates,
  item text, -- null, here and below: the firm's name for all others
  income_account text,
  xero_account_code text,
  version integer not null,
  constraint books_item_has_the_id_of_its_card check (service_rate_id is null or service_rate_id = id)
);

-- A closed month is exported with the names that it was closed with, so that its exports don't change.
create table closed_month_customers (
  closed_month_id uuid not null references closed_months,
  client_folder_id uuid not null references client_folders,
  name text not null,
  primary key (closed_month_id, client_folder_id)
);
create index closed_month_customers_by_folder on closed_month_customers (client_folder_id);

alter table closed_months add column names jsonb; -- account and item names
update closed_months set names = jsonb_build_object('items', '[]'::jsonb, 'mapping', coalesce((select mapping from books_mapping), '{
  "incomeAccount": "Services", "receivableAccount": "Accounts Receivable", "depositAccount": "Undeposited Funds",
  "taxAccount": "Sales Tax Payable", "item": "Services", "xeroAccountCode": "200", "xeroTaxType": "Tax on Sales",
  "xeroExemptTaxType": "Tax Exempt", "retainerAccount": null, "retainerItem": null, "xeroRetainerCode": null}'::jsonb));
alter table closed_months alter column names set not null;

insert into closed_month_customers (closed_month_id, client_folder_id, name)
select distinct m.id, f.id, f.name
from (
    select client_folder_id, (sent_at at time zone 'America/New_York')::date as date from invoices where sent_at is not null
    union select client_folder_id, date from credit_notes
    union select client_folder_id, date from payments
  ) e
  join closed_months m on m.month = date_trunc('month', e.date::timestamp)::date and m.reopened_at is null
  join client_folders f on f.id = e.client_folder_id;

-- The service that a line bills is stored with it; lines of recorded time have it from their time.
update invoices i set line_items = (
  select jsonb_agg(case when t.id is null then line else line || jsonb_build_object('serviceRateId', t.id) end order by at)
  from jsonb_array_elements(i.line_items) with ordinality l (line, at)
    left join lateral (
      select service_rate_id as id from time_entries
      where invoice_id = i.id and invoice_line_id = (line ->> 'timeLineId')::uuid limit 1) t on true)
where exists (select from time_entries where invoice_id = i.id) and jsonb_array_length(i.line_items) > 0;

-- Up Migration
-- The orders in which lists can be asked for, besides by time, each with the id behind it for its pages (docs/decisions/0095).
create index invoices_by_due_date on invoices (due_date, id);
create index invoices_by_total on invoices ((-total), id);
create index proposals_by_last_day on proposals (coalesce(valid_until, 'infinity'), id);
create index proposals_by_total on proposals ((-total_cost), id);
create index contracts_by_end on contracts (coalesce(end_date, 'infinity'), id);
create index contracts_by_total on contracts ((-total_value), id);
create index client_folders_by_name on client_folders (lower(name), id);
create index users_by_name on users (lower(coalesce(person_name(first_name, last_name), username)), id);

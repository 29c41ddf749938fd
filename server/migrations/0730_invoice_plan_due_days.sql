-- Up Migration
-- Recurring invoices can have payment terms of their own; null for those of the firm.
alter table invoice_plans
  add column due_days integer,
  add constraint invoice_plan_due_days_are_within_a_year check (due_days between 0 and 365);

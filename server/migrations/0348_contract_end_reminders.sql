-- The days before a contract's end of the last reminder that the team got.
alter table contracts add column end_reminded_days smallint check (end_reminded_days in (90, 30, 7));

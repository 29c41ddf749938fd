-- Up Migration
-- The days after which the client was last reminded to sign; null before the first reminder.
alter table contracts add column signature_reminded_days smallint check (signature_reminded_days in (3, 7));
alter table documents add column signature_reminded_days smallint check (signature_reminded_days in (3, 7));

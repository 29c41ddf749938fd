-- Up Migration
-- Reminders to sign also depend on the due date, so the day of the last one is stored, and not which one it was.
alter table signers add column reminded_on date;
update signers set reminded_on = (turn_at at time zone 'America/New_York')::date + reminded_days where reminded_days is not null;
alter table signers drop column reminded_days;

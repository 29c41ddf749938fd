-- Why an email could not be sent, for the system status; `last_error` may quote the recipient's address.
alter table emails add column last_failure text;

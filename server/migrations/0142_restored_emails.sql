-- Up Migration
-- What an email says is not in backups, so a restored one has no body.

alter table emails drop constraint email_has_a_body;

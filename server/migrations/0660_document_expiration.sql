-- Up Migration
-- When a document expires, whether the client is reminded of it (null: if the client's side uploaded it), and the days
-- before that date of the last reminder that was sent.
alter table documents add column expires_on date,
  add column expiration_set_at timestamptz,
  add column reminds_client boolean,
  add column expiration_reminded_days smallint,
  add constraint document_expiration_is_complete check ((expires_on is null) = (expiration_set_at is null)),
  add constraint document_expiration_is_plausible check (expires_on between '2000-01-01' and '2999-12-31'),
  add constraint document_expiration_reminder_is_known check (expiration_reminded_days in (60, 30, 7, 0));
create index documents_by_expiration on documents (expires_on, id) where expires_on is not null;

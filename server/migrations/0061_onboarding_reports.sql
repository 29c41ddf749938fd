-- Up Migration
-- What intake found out about a client: since when the client may read it, and the proposal that was made from it.

alter table onboarding_reports
  add column shared_at timestamptz,
  add constraint onboarding_report_shared_has_time check ((status = 'shared') = (shared_at is not null));

alter table proposals add column onboarding_report_id uuid references onboarding_reports; -- the report that it was made from
create index proposals_by_report on proposals (onboarding_report_id, id desc) where onboarding_report_id is not null;

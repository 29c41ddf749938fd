-- Up Migration
-- What the team asks a client for: why one was sent back, when it reminded of itself, and what is looked for among them.

alter table document_requests
  add column reason text, -- why it was sent back or cancelled
  add column returned_at timestamptz, -- when it was last sent back
  add constraint document_request_completed_has_time check ((status = 'completed') = (completed_at is not null)),
  add constraint document_request_returned_has_reason check (status <> 'pending' or returned_at is null or reason is not null);
create index document_requests_open_by_due_date on document_requests (due_date) where status = 'pending';

-- Each reminder once; `sent` is false for one that a later one overtook during a pause.
create table document_request_reminders (
  document_request_id uuid not null references document_requests,
  kind text not null,
  at timestamptz not null,
  sent boolean not null,
  primary key (document_request_id, kind)
);

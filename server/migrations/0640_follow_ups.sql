-- Up Migration
-- Reminders of proposals, assignments, service requests, and unanswered threads that were sent, each step once.

create table follow_ups (
  kind text not null check (kind in ('proposals', 'assignments', 'service-requests', 'messages')),
  entity_id uuid not null, -- of the record; for a thread, of its first unanswered message
  step text not null,
  sent boolean not null, -- false: skipped, because a later step was due as well
  at timestamptz not null,
  primary key (kind, entity_id, step)
);
create index follow_ups_by_entity on follow_ups (entity_id);

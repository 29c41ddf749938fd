-- Up Migration
-- What reports and pages need is stored with the record; the audit log is for people and is never asked by a rule.

alter table service_requests
  add column accepted_at timestamptz, -- when it was first accepted
  add column accepted_by_id uuid references users, -- who it was first assigned to, or who accepted it
  add column ended_at timestamptz; -- when it was completed or cancelled

update service_requests r set accepted_at = first.at, accepted_by_id = first.person_id
from (
  select distinct on (e.entity_id) e.entity_id, e.at, coalesce((e.details->'after'->>'assignedStaffId')::uuid, e.actor_id) as person_id
  from audit_entries e where e.action = 'service-request.in-progress' order by e.entity_id, e.at
) first
where r.id = first.entity_id;

update service_requests r set ended_at = last.at
from (
  select e.entity_id, max(e.at) as at from audit_entries e
  where e.action in ('service-request.completed', 'service-request.cancelled') group by e.entity_id
) last
where r.id = last.entity_id;

alter table documents add column signature_requested_at timestamptz; -- when it was last requested after the upload

update documents d set signature_requested_at = last.at
from (
  select e.entity_id, max(e.at) as at from audit_entries e where e.action = 'document.signature-requested' group by e.entity_id
) last
where d.id = last.entity_id;

-- Up Migration
-- The jobs of the audit log and the stored result of its verification are named like the audit log. Queued jobs with the earlier names
-- are removed: each of them is queued again within a day, or at the next start.
update portal_facts set name = 'audit-log-verified' where name = 'trail-verified';

select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where task_identifier in
  ('link-audit-trail', 'verify-audit-trail', 'verify-audit-trail-if-missed', 'encrypt-what-is-kept');

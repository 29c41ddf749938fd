-- Up Migration
-- A request that looks like spam is stored as any other, and waits in a view of its own until someone says that it isn't.

alter table service_requests
  add column is_suspected_spam boolean not null default false,
  -- It becomes an ordinary request before anyone accepts it.
  add constraint service_request_spam_is_not_accepted check (not is_suspected_spam or status in ('pending', 'cancelled'));

create index service_requests_suspected on service_requests (id desc) where is_suspected_spam and status = 'pending';
-- What counts and lists the new ones reads only those.
drop index service_requests_pending;
create index service_requests_pending on service_requests (created_at) where status = 'pending' and not is_suspected_spam;

-- Up Migration
-- What a staff member sees. Everyone so far is a consultant.

alter table users add column staff_access text not null default 'consultant',
  add constraint user_staff_access_is_known check (staff_access in ('consultant', 'bookkeeper', 'assistant'));
create index users_bookkeepers on users (id) where role = 'staff' and staff_access = 'bookkeeper';

-- Up Migration
-- Links by which clients sign in without their password.

alter table one_time_links drop constraint one_time_link_purpose_is_known;
alter table one_time_links add constraint one_time_link_purpose_is_known
  check (purpose in ('invitation', 'password-reset', 'set-up', 'email-change', 'sign-in'));

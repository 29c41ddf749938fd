-- Up Migration
-- Somebody's own new address, which counts once the link that was sent there is opened.

alter table one_time_links add column new_email text;
alter table one_time_links drop constraint one_time_link_purpose_is_known;
alter table one_time_links add constraint one_time_link_purpose_is_known
  check (purpose in ('invitation', 'password-reset', 'set-up', 'email-change'));
alter table one_time_links add constraint one_time_link_for_an_address_names_it
  check ((purpose = 'email-change') = (new_email is not null));

-- Up Migration
-- The text of an email is stored encrypted, and without its one-time link once it was sent. The portal encrypts earlier ones after its
-- start.

alter table emails
  add column body_box bytea,
  add column to_confirmed boolean not null default false, -- the recipient has proved that the address is theirs
  alter column text drop not null,
  alter column html drop not null;
alter table emails add constraint email_has_a_body check (num_nonnulls(body_box, html) = 1) not valid;
create index emails_in_the_clear on emails (id) where html is not null;

-- How many emails an address that nobody confirmed was sent within a day. The address is stored as its hash.
create table unconfirmed_recipients (
  address_hash text primary key,
  since timestamptz not null,
  emails integer not null
);

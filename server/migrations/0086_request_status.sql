-- Up Migration
-- Whoever asked for a service can see where it stands: by a reference to say aloud, and a private link of which only the hash is kept.

alter table service_requests
  add column reference text,
  add column status_token_hash text,
  add constraint service_request_reference_is_unique unique (reference),
  add constraint service_request_status_link_is_unique unique (status_token_hash),
  add constraint service_request_reference_has_the_form check (reference ~ '^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$');

-- Up Migration
-- The chain through the audit log with a key that the database does not have. Earlier links stay in audit_chain.

create table audit_links (
  seq bigint primary key,
  entry_id uuid not null unique references audit_entries,
  key_id uuid not null references data_keys,
  hash bytea not null -- HMAC-SHA-256 of the link before it and of its entry
);
create trigger audit_links_stay before update or delete or truncate on audit_links execute function refuse_change();

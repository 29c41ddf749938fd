-- Up Migration
-- The audit page looks for an action or a kind of thing, and lists those there are; both stay quick over millions of entries.

create index audit_entries_by_action on audit_entries (action, id desc);
create index audit_entries_by_type on audit_entries (entity_type, id desc);

-- Up Migration
-- Documents that only the team sees. The client's side takes part in signing and in document requests, so a document
-- of either is never one of them.
alter table documents add column visibility text not null default 'shared',
  add constraint document_visibility_is_known check (visibility in ('shared', 'team-only')),
  add constraint team_only_document_is_not_for_the_client
    check (visibility = 'shared' or not requires_signature and not is_signed and document_request_id is null);

-- As it was when the document was withdrawn: the client isn't shown that a team-only one was.
alter table withdrawn_documents add column visibility text not null default 'shared',
  add constraint withdrawn_document_visibility_is_known check (visibility in ('shared', 'team-only'));

alter table document_import_rows add column visibility text not null default 'shared',
  add constraint document_import_row_visibility_is_known check (visibility in ('shared', 'team-only'));

-- When someone on the client's side first opened it.
alter table documents add column client_opened_at timestamptz;
update documents d set client_opened_at = e.at from (
  select a.entity_id, min(a.at) as at from audit_entries a join users u on u.id = a.actor_id and u.role = 'client'
  where a.action in ('document.opened', 'document.copy-opened', 'document.delivered') group by a.entity_id) e
where e.entity_id = d.id;

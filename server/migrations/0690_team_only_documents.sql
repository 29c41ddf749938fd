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

-- Up Migration
-- Documents of the folder that a message links.
create table message_documents (
  message_id uuid not null references messages,
  position integer not null,
  document_id uuid references documents, -- null after its file was deleted
  primary key (message_id, position)
);
create index message_documents_by_document on message_documents (document_id);

-- Up Migration
-- Submitted forms and questions to the assistant belong to a client folder (docs/decisions/0130). Without one, only administrators
-- and the sender see them.

alter table hr_form_submissions add column client_folder_id uuid references client_folders;
alter table bot_conversations add column client_folder_id uuid references client_folders;

-- Existing rows get the folder of a sender who is the client or a contact of just one.
with member as (
  select client_id as user_id, id as client_folder_id from client_folders where client_id is not null
  union select user_id, client_folder_id from folder_contacts
), only_folder as (
  select m.user_id, min(m.client_folder_id::text)::uuid as id
  from member m join users u on u.id = m.user_id and u.role = 'client'
  group by m.user_id having count(*) = 1
), forms as (
  update hr_form_submissions s set client_folder_id = o.id from only_folder o where o.user_id = s.submitted_by_id
)
update bot_conversations c set client_folder_id = o.id from only_folder o where o.user_id = c.user_id;

create index hr_form_submissions_by_folder on hr_form_submissions (client_folder_id, id);
create index bot_conversations_by_folder on bot_conversations (client_folder_id, id desc)
  where settled_at is null and (confidence < 50 or was_helpful = false);

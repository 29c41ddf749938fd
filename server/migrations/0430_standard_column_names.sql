-- Up Migration
-- Columns are named with the words that the rest of the code uses, and the constraints and indexes of renamed tables like their tables.

alter table email_choices rename to email_preferences;
alter table setup_checklist_choices rename to setup_checklist_preferences;
alter table hr_policy_acknowledgements rename to hr_policy_acknowledgments;

alter table assignments rename column wants to required_action;
alter table bot_conversations rename column said_box to content_encrypted;
alter table bot_conversations rename column handed_over_at to escalated_at;
alter table bot_conversations rename column handed_over_folder_id to escalated_folder_id;
alter table bot_conversations rename column settled_at to resolved_at;
alter table client_folders rename column erasure_begun_at to erasure_started_at;
alter table data_keys rename column box to key_encrypted;
alter table data_keys rename column made_at to created_at;
alter table documents rename column refusal_reason to decline_reason;
alter table documents rename column refused_at to declined_at;
alter table emails rename column body_box to body_encrypted;
alter table erasures rename column begun_by_id to started_by_id;
alter table erasures rename column with_person to includes_account;
alter table folder_exports rename column asked_by_id to user_id;
alter table folder_exports rename column begun_at to started_at;
alter table hr_form_drafts rename column form_box to form_data_encrypted;
alter table hr_form_submissions rename column form_box to form_data_encrypted;
alter table hr_policy_versions rename column head to metadata;
alter table idempotency_keys rename column answer to reply;
alter table idempotency_keys rename column answer_box to reply_encrypted;
alter table impersonations rename column until to expires_at;
alter table master_key rename column made_at to created_at;
alter table message_drafts rename column content_box to content_encrypted;
alter table passkey_challenges rename column holder to owner;
alter table pending_file_deletions rename column condemned_at to created_at;
alter table presence rename column until to expires_at;
alter table provider_sign_ins rename column holder to token_hash;
alter table seal_keys rename column made_at to created_at;
alter table second_factors rename column wrong_in_a_row to consecutive_failures;
alter table sessions rename column proved_at to reauthenticated_at;
alter table setup_checklist_preferences rename column is_set_aside to is_dismissed;
alter table sign_in_failures rename column in_a_row to consecutive_failures;
alter table unanswered_threads rename column messages to message_count;
alter table unanswered_threads rename column set_aside_at to dismissed_at;
alter table unanswered_threads rename column set_aside_by_id to dismissed_by_id;
alter table unconfirmed_recipients rename column emails to email_count;

alter table retention_rules drop constraint retention_rule_class_is_known;
update retention_rules set class = 'emails' where class = 'letters';
alter table retention_rules add constraint retention_rule_class_is_known check (class in
  ('messages', 'documents', 'proposals', 'contracts', 'invoices', 'form-submissions', 'conversations', 'service-requests', 'emails'));

do $$
declare
  renamed constant jsonb := '{
    "papers_": "archived_pdfs_", "paper_": "archived_pdf_",
    "condemned_files_": "pending_file_deletions_",
    "email_choices_": "email_preferences_", "email_choice_": "email_preference_",
    "first_steps_choices_": "setup_checklist_preferences_",
    "hr_policy_acknowledgements_": "hr_policy_acknowledgments_",
    "message_readings_": "message_read_receipts_",
    "notices_": "notifications_", "notice_": "notification_",
    "viewings_": "impersonations_", "viewing_": "impersonation_",
    "waiting_threads_": "unanswered_threads_",
    "waiting_thread_set_aside_by_somebody": "unanswered_thread_dismissed_by_someone",
    "legal_hold_released_by_somebody": "legal_hold_released_by_someone",
    "assignment_wants_": "assignment_required_action_",
    "bot_conversation_handed_over_": "bot_conversation_escalated_",
    "service_request_pending_has_no_holder": "service_request_pending_has_no_assignee",
    "erasures_begun_by_id_": "erasures_started_by_id_",
    "folder_exports_asked_by_id_": "folder_exports_user_id_",
    "waiting_threads_set_aside_by_id_": "unanswered_threads_dismissed_by_id_",
    "service_requests_by_holder": "service_requests_by_assignee"
  }';
  item record;
begin
  for item in
    select distinct on (c.oid) c.conrelid::regclass as place, c.conname as name, r.value || substr(c.conname, length(r.key) + 1) as renamed
    from pg_constraint c join jsonb_each_text(renamed) r on starts_with(c.conname, r.key)
    where c.connamespace = 'public'::regnamespace order by c.oid, length(r.key) desc
  loop
    execute format('alter table %s rename constraint %I to %I', item.place, item.name, item.renamed);
  end loop;
  -- The indexes without a constraint: those of a constraint were renamed with it.
  for item in
    select i.indexname as name, r.value || substr(i.indexname, length(r.key) + 1) as renamed
    from pg_indexes i join jsonb_each_text(renamed) r on starts_with(i.indexname, r.key) where i.schemaname = 'public'
  loop
    execute format('alter index %I rename to %I', item.name, item.renamed);
  end loop;
end $$;

alter function refuse_change() rename to refuse_audit_log_change;
create or replace function refuse_audit_log_change() returns trigger language plpgsql as
  $$ begin raise exception 'The audit log is append-only.'; end $$;
alter function refuse_change_of_signature() rename to refuse_signature_change;
create or replace function refuse_signature_change() returns trigger language plpgsql as
  $$ begin
    if tg_op = 'TRUNCATE' or coalesce(current_setting('portal.erasing', true), '') <> 'on' then
      raise exception 'Signatures are append-only.';
    end if;
    return null;
  end $$;

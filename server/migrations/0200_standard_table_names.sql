-- Tables are named for what they hold: the word that the addresses, the code, and the pages use.
alter table notices rename to notifications;
alter table viewings rename to impersonations;
alter table first_steps_choices rename to setup_checklist_choices;
alter table waiting_threads rename to unanswered_threads;
alter table message_readings rename to message_read_receipts;
alter table condemned_files rename to pending_file_deletions;
alter table papers rename to archived_pdfs;
update live_events set type = 'notifications' where type = 'notices';

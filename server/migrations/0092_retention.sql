-- Up Migration
-- How long things are kept, what must not be erased for now, and what is being erased.

-- The firm's schedule; a class without a row is kept until somebody erases it by hand.
create table retention_rules (
  class text primary key,
  months integer,
  changed_by_id uuid references users,
  version integer not null default 1,
  changed_at timestamptz not null,
  constraint retention_rule_class_is_known check (class in
    ('messages', 'documents', 'proposals', 'contracts', 'invoices', 'form-submissions', 'conversations', 'service-requests', 'letters')),
  constraint retention_rule_is_a_time check (months between 1 and 1200)
);

create table legal_holds (
  id uuid primary key,
  client_folder_id uuid not null references client_folders,
  reason text not null,
  placed_by_id uuid not null references users,
  released_by_id uuid references users,
  released_at timestamptz,
  release_reason text,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint legal_hold_released_by_somebody check ((released_at is null) = (released_by_id is null))
);
create index legal_holds_by_folder on legal_holds (client_folder_id);
create index legal_holds_in_force on legal_holds (client_folder_id) where released_at is null;

alter table client_folders
  add column erasure_begun_at timestamptz,
  add constraint client_folder_erased_stays_archived check (erasure_begun_at is null or status = 'archived');

-- Its steps: papers that are kept are drawn; rows go, in one transaction; then files. Whoever finds it half done goes on.
create table erasures (
  id uuid primary key,
  client_folder_id uuid not null unique references client_folders,
  begun_by_id uuid not null references users,
  with_person boolean not null, -- the client's account as well
  rows_erased_at timestamptz,
  counts jsonb, -- how many rows of which table; no names
  finished_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null
);
create index erasures_unfinished on erasures (created_at) where finished_at is null;

-- Files whose rows are gone; a row stands here from the transaction that deleted theirs until the bytes are gone as well.
create table condemned_files (
  storage_key text primary key,
  erasure_id uuid references erasures,
  condemned_at timestamptz not null
);
create index condemned_files_by_erasure on condemned_files (erasure_id);

-- Signatures stay as they are, but for an erasure or a purge, which says so in its own transaction.
create function refuse_change_of_signature() returns trigger language plpgsql as
  $$ begin
    if tg_op = 'TRUNCATE' or coalesce(current_setting('portal.erasing', true), '') <> 'on' then
      raise exception 'Signatures are only ever added to.';
    end if;
    return null;
  end $$;
drop trigger signatures_stay on signatures;
create trigger signatures_stay before update or delete or truncate on signatures
  execute function refuse_change_of_signature();

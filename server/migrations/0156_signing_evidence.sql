-- Up Migration
-- What a signature rests on: which bytes of a file a person was sent, how they confirmed who they are, and the name that the team
-- recorded for them.

create table file_deliveries (
  entity_type text not null,
  entity_id uuid not null,
  client_folder_id uuid not null references client_folders,
  user_id uuid not null references users,
  sha256 text not null, -- of the whole file
  size bigint not null,
  delivered int8multirange not null,
  completed_at timestamptz, -- since when every byte was delivered
  updated_at timestamptz not null,
  primary key (entity_id, user_id, sha256)
);
create index file_deliveries_by_folder on file_deliveries (client_folder_id);
create index file_deliveries_by_user on file_deliveries (user_id);

alter table users
  add column recorded_name text, -- changed by the team only; stands on certificates
  add column earlier_names text[] not null default '{}'; -- that the account had, whoever changed them
update users set recorded_name = person_name(first_name, last_name);

-- Whoever adds an account records its name.
create function record_name() returns trigger language plpgsql as $$
begin
  new.recorded_name := coalesce(new.recorded_name, person_name(new.first_name, new.last_name));
  return new;
end $$;
create trigger users_record_name before insert on users for each row execute function record_name();

alter table signatures
  add column confirmed_by text, -- null before this was asked
  add column account_name text, -- as the account holder had it, where the team recorded another
  add column earlier_names text[] not null default '{}',
  add constraint signature_confirmation_is_known check (confirmed_by in ('password', 'passkey'));

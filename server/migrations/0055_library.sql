-- Up Migration
-- The library: versions of policies, who acknowledged which, and what a folder must say to know which laws concern its client.

-- A row of hr_policies says what its current version says, so that the catalogue is read from one table.
alter table hr_policies
  add column slug text not null,
  add column current_version integer not null,
  add column bundled_version integer, -- the latest that came with the portal, in use or not
  add column next_review date not null,
  add column last_updated date not null,
  add column applies_to jsonb not null,
  add constraint hr_policy_category_is_known check (category in ('general', 'compliance', 'employment', 'k12')),
  add constraint hr_policy_type_is_known check (policy_type in ('required', 'recommended')),
  add constraint hr_policy_slug_is_unique unique (slug);
alter table hr_policies alter column effective_date set not null;

create table hr_policy_versions (
  id uuid primary key,
  policy_id uuid not null references hr_policies,
  number integer not null,
  head jsonb not null, -- title, category, tags, dates, sources …: the front matter
  content text not null,
  note text,
  bundled_version integer, -- where it came with the portal
  published_by_id uuid references users,
  published_at timestamptz not null,
  constraint hr_policy_version_number_is_unique unique (policy_id, number),
  constraint hr_policy_version_has_one_origin check ((bundled_version is null) <> (published_by_id is null))
);
alter table hr_policies add constraint hr_policy_current_version_exists
  foreign key (id, current_version) references hr_policy_versions (policy_id, number) deferrable initially deferred;

create table hr_policy_acknowledgements (
  id uuid primary key,
  policy_id uuid not null,
  number integer not null,
  user_id uuid not null references users,
  acknowledged_at timestamptz not null,
  constraint hr_policy_version_is_acknowledged_once unique (policy_id, user_id, number),
  foreign key (policy_id, number) references hr_policy_versions (policy_id, number)
);
create index hr_policy_acknowledgements_by_user on hr_policy_acknowledgements (user_id, policy_id);

alter table client_folders
  add column head_count integer,
  add column sector text,
  add constraint client_folder_head_count_is_some check (head_count between 1 and 100000),
  add constraint client_folder_sector_is_known check (sector in ('private', 'public-school', 'private-school'));

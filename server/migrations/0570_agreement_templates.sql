-- Up Migration
-- Templates of contracts and proposals. A contract or proposal stores the version that it was filled in from, and the
-- text itself, so that it reads the same after the template changes.

create table agreement_templates (
  id uuid primary key,
  kind text not null,
  name text not null,
  introduction text,
  clauses jsonb not null, -- in order: { title, text, isOptional }, as they are edited; what was published is in agreement_template_versions
  current_version integer, -- null until it is published
  is_active boolean not null default true,
  created_by_id uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint agreement_template_kind_is_known check (kind in ('contract', 'proposal'))
);
create index agreement_templates_by_name on agreement_templates (lower(name), id);

create table agreement_template_versions (
  id uuid primary key,
  template_id uuid not null references agreement_templates,
  number integer not null,
  name text not null,
  introduction text,
  clauses jsonb not null,
  published_by_id uuid not null references users,
  published_at timestamptz not null,
  constraint agreement_template_version_is_numbered_once unique (template_id, number)
);

alter table contracts
  add column template_id uuid,
  add column template_version integer,
  add column template_clauses jsonb, -- the places of the chosen optional clauses
  add constraint contract_template_version_exists
    foreign key (template_id, template_version) references agreement_template_versions (template_id, number);

alter table proposals
  add column terms text, -- filled in from a template
  add column template_id uuid,
  add column template_version integer,
  add column template_clauses jsonb,
  add constraint proposal_template_version_exists
    foreign key (template_id, template_version) references agreement_template_versions (template_id, number);

-- Up Migration
-- A contract can renew or amend an earlier one of its folder; at most one renewal of a contract is in effect. The relation stays
-- when the earlier contract is deleted after its retention period.
alter table contracts
  add column previous_id uuid references contracts,
  add column relation text,
  add constraint contract_relation_is_known check (relation in ('renewal', 'amendment')),
  add constraint contract_relation_is_complete check (previous_id is null or relation is not null);
create index contracts_by_previous on contracts (previous_id, id) where previous_id is not null;
create unique index contract_is_renewed_once on contracts (previous_id)
  where relation = 'renewal' and status not in ('cancelled', 'declined', 'terminated');

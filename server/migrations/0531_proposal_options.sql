-- Up Migration
-- Lines of a proposal with an optionId are optional. The client chooses among them with the approval; null without any.
alter table proposals
  add column chosen_option_ids jsonb,
  add constraint proposal_options_are_chosen_with_approval check (chosen_option_ids is null or status = 'approved');

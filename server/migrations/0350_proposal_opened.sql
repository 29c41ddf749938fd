-- When someone on the client's side first opened a sent proposal.
alter table proposals add column opened_at timestamptz;

-- Up Migration
-- The reports look at proposals by when they were sent and answered, whichever became of them.

create index proposals_by_sending on proposals (sent_at) where sent_at is not null;
create index proposals_by_decision on proposals (decided_at) where decided_at is not null;

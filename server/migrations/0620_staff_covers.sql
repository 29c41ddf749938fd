-- Up Migration
-- A colleague sees and works in the folders of a staff member who is away, from one office date through another. The dates
-- decide, so no job ends it.

create table staff_covers (
  id uuid primary key,
  user_id uuid not null references users, -- who is away
  colleague_id uuid not null references users, -- who covers their folders
  starts_on date not null,
  ends_on date not null,
  ended_at timestamptz, -- if it was ended early
  created_by_id uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint staff_cover_is_by_someone_else check (user_id <> colleague_id),
  constraint staff_cover_ends_after_its_start check (ends_on >= starts_on)
);
create index staff_covers_by_colleague on staff_covers (colleague_id, id);
create index staff_covers_by_person on staff_covers (user_id, id);

-- Up Migration
-- An administrator puts the first steps of a new portal away, or takes them out again.

create table first_steps_choices (
  user_id uuid primary key references users on delete cascade,
  is_set_aside boolean not null
);

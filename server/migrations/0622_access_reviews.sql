-- Up Migration
-- Each quarter administrators review who sees which client folders. A row says when they were reminded, and who reviewed
-- it when.

create table access_reviews (
  id uuid primary key,
  quarter text not null, -- 2026-Q4
  reminded_at timestamptz,
  reviewed_at timestamptz,
  reviewed_by_id uuid references users,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint access_review_is_one_for_each_quarter unique (quarter),
  constraint access_review_has_a_reviewer check ((reviewed_at is null) = (reviewed_by_id is null))
);

-- The review shows it. Null for those who haven't signed in since this release.
alter table users add column last_signed_in_at timestamptz;

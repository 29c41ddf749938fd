-- What waits for the mail server, and what was sent last, without a walk through every letter that ever was.
create index emails_queued on emails (created_at) where status = 'queued';
create index emails_sent on emails (sent_at) where status = 'sent';

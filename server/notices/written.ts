// What an email says is also written as a notice to its recipient.
import sql, { type Sql } from 'sql-template-tag'

/**
 * Two parts of the statement that writes emails, after `asked` (server/emails/mailer.ts). Whoever has the folder open sees it happen:
 * their notice is there, and read. Within a letter's quiet time one unread notice about the same thing is enough. The live
 * event has the same id, and goes to this person only.
 */
export const noticesOf = (now: Date): Sql => sql`
  notice as (
    insert into notices (user_id, id, kind, about, subject, path, actor_id, client_folder_id, in_summary, created_at, read_at)
    select r.person, r.notice_id, r.kind, r.about, r.subject, r.path, r.actor_id, r.client_folder_id,
      r.delivery = 'daily' and not r.looking, ${now}, case when r.looking then ${now}::timestamptz end
    from asked r
    where r.kind is not null and r.person is not null and r.person is distinct from r.actor_id
      and not (r.quiet_minutes > 0 and exists (
        select from notices n
        where n.user_id = r.person and n.about = r.about and n.client_folder_id = r.client_folder_id and n.read_at is null
          and n.created_at > ${now}::timestamptz - make_interval(mins => r.quiet_minutes)))
    returning id, user_id
  ), notice_event as (
    insert into live_events (id, at, type, user_ids) select id, ${now}, 'notices', array[user_id] from notice
  )`

// Writes an in-app notification for every email recipient, in the same statement as the emails.
import sql, { type Sql } from 'sql-template-tag'

/**
 * Two parts of the statement that writes emails, after `asked` (server/emails/mailer.ts). For someone who has the
 * folder open, the notification is stored as read. Within an email's quiet period, an unread notification with the same
 * text is not repeated. The live event has the same id and is only for this person.
 */
export const notificationsOf = (now: Date): Sql => sql`
  notice as (
    insert into notifications (user_id, id, kind, about, subject, path, actor_id, client_folder_id, in_summary, created_at, read_at)
    select r.person, r.notification_id, r.kind, r.about, r.notice, r.path, r.actor_id, r.client_folder_id,
      r.delivery = 'daily' and not r.looking, ${now}, case when r.looking then ${now}::timestamptz end
    from asked r
    where r.kind is not null and r.person is not null and r.person is distinct from r.actor_id
      and not (r.quiet_minutes > 0 and exists (
        select from notifications n
        where n.user_id = r.person and n.about = r.about and n.subject = r.notice and n.client_folder_id = r.client_folder_id and n.read_at is null
          and n.created_at > ${now}::timestamptz - make_interval(mins => r.quiet_minutes)))
    returning id, user_id
  ), notice_event as (
    insert into live_events (id, at, type, user_ids) select id, ${now}, 'notifications', array[user_id] from notice
  )`

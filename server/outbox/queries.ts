import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { listOutbox as endpoint } from '../../api/outbox.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Letter } from '../../domain/letter.ts'
import type { Reader } from '../kit/db.ts'
import { containing, pageOf, toPage, type Page } from '../kit/page.ts'

/** A one-time link, or one that opens a page without signing in, is for its addressee; only where no mail server takes it there, an administrator hands it on. */
const linkShownWhenKept = (text: ReturnType<typeof sql>) => sql`
  case when e.status = 'kept' then ${text}
  else regexp_replace(${text}, '/(invitation|password-reset|email-change|requests)/[A-Za-z0-9_-]+', '/\\1/(hidden)', 'g') end`

/** Letters to a master-admin are for master-admins: their links would make whoever reads them one. */
const visibleTo = (actor: Actor) =>
  actor.role === 'master-admin'
    ? sql`true`
    : sql`not exists (select from users u where (u.id = e.to_user_id or lower(u.email) = lower(e."to")) and u.role = 'master-admin')`

export async function listOutbox(
  reader: Reader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<Letter>> {
  const { q, status } = query
  const rows = await reader.rows<Letter>(sql`
    select e.id, e."to", e.subject, ${linkShownWhenKept(sql`e.text`)} as text, ${linkShownWhenKept(sql`e.html`)} as html, e.status,
      iso(e.created_at) as "createdAt"
    from emails e
    where ${visibleTo(actor)}
      ${status ? sql`and e.status = ${status}` : sql``}
      ${q ? sql`and (e."to" || ' ' || e.subject) ilike ${containing(q)}` : sql``}
      ${pageOf(sql`e.id`, query)}`)
  return toPage(rows, query)
}

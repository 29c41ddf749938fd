import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { listOutbox as endpoint } from '../../api/outbox.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Letter } from '../../domain/letter.ts'
import type { Reader } from '../kit/db.ts'
import { bodyOf, render, type StoredBody, withoutSecretLinks } from '../kit/email-body.ts'
import { storedBody } from '../kit/mail.ts'
import { containing, pageOf, toPage, type Page } from '../kit/page.ts'
import type { Parts } from '../kit/parts.ts'

/** Letters to a master-admin are for master-admins: their links would make whoever reads them one. */
const visibleTo = (actor: Actor) =>
  actor.role === 'master-admin'
    ? sql`true`
    : sql`not exists (select from users u where (u.id = e.to_user_id or lower(u.email) = lower(e."to")) and u.role = 'master-admin')`

/** A one-time link is for its recipient; only where no mail server takes it there, an administrator passes it on. */
export async function listOutbox(
  reader: Reader,
  { config, dataKeys }: Pick<Parts, 'config' | 'dataKeys'>,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<Letter>> {
  const { q, status } = query
  const rows = await reader.rows<Omit<Letter, 'text' | 'html'> & StoredBody>(sql`
    select ${storedBody}, e."to", e.subject, e.status, iso(e.created_at) as "createdAt"
    from emails e
    where ${visibleTo(actor)}
      ${status ? sql`and e.status = ${status}` : sql``}
      ${q ? sql`and (e."to" || ' ' || e.subject) ilike ${containing(q)}` : sql``}
      ${pageOf(sql`e.id`, query)}`)
  const { items, next } = toPage(rows, query)
  const letters = items.map(async ({ bodyBox, toConfirmed, ...row }) => {
    const stored = await bodyOf(dataKeys, { ...row, bodyBox, toConfirmed })
    return { ...row, ...render(row.status === 'kept' ? stored : withoutSecretLinks(stored), toConfirmed, config) }
  })
  return { items: await Promise.all(letters), next }
}

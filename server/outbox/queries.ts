import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { listOutbox as endpoint } from '../../api/outbox.ts'
import type { Actor } from '../../domain/actor.ts'
import { type Letter, LetterLine } from '../../domain/letter.ts'
import { notFound } from '../../domain/errors.ts'
import type { Reader } from '../kit/db.ts'
import { bodyOf, render, StoredBody, withoutSecretLinks } from '../emails/email-body.ts'
import { storedBody } from '../emails/mailer.ts'
import { containing, pageOf, toPage, type Page } from '../kit/page.ts'
import type { Parts } from '../app-context.ts'
import { typed } from '../kit/row-types.ts'

/** Letters to a master-admin are for master-admins: their links would make whoever reads them one. */
const visibleTo = (actor: Actor) =>
  actor.role === 'master-admin'
    ? sql`true`
    : sql`not exists (select from users u where (u.id = e.to_user_id or lower(u.email) = lower(e."to")) and u.role = 'master-admin')`

const columns = sql`${storedBody}, e."to", e.subject, e.status, iso(e.created_at) as "createdAt"`

const EmailRow = LetterLine.extend(StoredBody.shape)

/** A one-time link is for its recipient; only where no mail server takes it there, an administrator passes it on. */
export async function readLetter(
  reader: Reader,
  { config, dataKeys }: Pick<Parts, 'config' | 'dataKeys'>,
  actor: Actor,
  id: string,
): Promise<Letter> {
  const row = await reader.maybe(typed(EmailRow)`
    select ${columns} from emails e where e.id = ${id} and ${visibleTo(actor)}`)
  if (row === null) throw notFound()
  const { bodyBox, toConfirmed, ...line } = row
  const stored = await bodyOf(dataKeys, { ...line, bodyBox, toConfirmed })
  return { ...line, ...render(line.status === 'kept' ? stored : withoutSecretLinks(stored), toConfirmed, config) }
}

/** Without their texts. */
export async function listOutbox(
  reader: Reader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<LetterLine>> {
  const { q, status } = query
  const rows = await reader.rows(typed(LetterLine)`
    select e.id, e."to", e.subject, e.status, iso(e.created_at) as "createdAt" from emails e
    where ${visibleTo(actor)}
      ${status ? sql`and e.status = ${status}` : sql``}
      ${q ? sql`and (e."to" || ' ' || e.subject) ilike ${containing(q)}` : sql``}
      ${pageOf(sql`e.id`, query)}`)
  return toPage(rows, query)
}

import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { listStoredEmails as endpoint } from '../../api/email-log.ts'
import type { Actor } from '../../domain/actor.ts'
import { type Email, EmailLine } from '../../domain/email.ts'
import { notFound } from '../../domain/errors.ts'
import type { Reader } from '../kit/db.ts'
import { bodyOf, render, StoredBody, withoutSecretLinks } from '../emails/email-body.ts'
import { frameOf, storedBody } from '../emails/mailer.ts'
import { containing, pageOf, toPage, type Page } from '../kit/page.ts'
import type { AppContext } from '../app-context.ts'
import { typed } from '../kit/row-types.ts'

/**
 * Emails to a master administrator are visible only to master administrators: their links would give anyone who reads
 * them that role.
 */
const visibleTo = (actor: Actor) =>
  actor.role === 'master-admin'
    ? sql`true`
    : sql`not exists (select from users u where (u.id = e.to_user_id or lower(u.email) = lower(e."to")) and u.role = 'master-admin')`

const statusOf = sql`case when e.bounced_at is null then e.status else 'bounced' end`

const columns = sql`${storedBody}, e."to", e.subject, ${statusOf} as status, iso(e.created_at) as "createdAt"`

const EmailRow = EmailLine.extend(StoredBody.shape)

/**
 * A one-time link is visible only to its recipient. Without a mail server, an administrator can read it and pass it to
 * them.
 */
export async function readStoredEmail(
  reader: Reader,
  { config, dataKeys, firm }: Pick<AppContext, 'config' | 'dataKeys' | 'firm'>,
  actor: Actor,
  id: string,
): Promise<Email> {
  const row = await reader.maybe(typed(EmailRow)`
    select ${columns} from emails e where e.id = ${id} and ${visibleTo(actor)}`)
  if (row === null) throw notFound()
  const stored = await bodyOf(dataKeys, row)
  const { to, subject, status, createdAt } = row
  return {
    id,
    to,
    subject,
    status,
    createdAt,
    ...render(status === 'kept' ? stored : withoutSecretLinks(stored), row, config, frameOf(firm.settings(), null)),
  }
}

const ofStatus = (status: EmailLine['status']) =>
  status === 'bounced' ? sql`and e.bounced_at is not null` : sql`and e.status = ${status} and e.bounced_at is null`

/** Without the bodies. */
export async function listStoredEmails(
  reader: Reader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<EmailLine>> {
  const { q, status } = query
  const rows = await reader.rows(typed(EmailLine)`
    select e.id, e."to", e.subject, ${statusOf} as status, iso(e.created_at) as "createdAt" from emails e
    where ${visibleTo(actor)}
      ${status ? ofStatus(status) : sql``}
      ${q ? sql`and (e."to" || ' ' || e.subject) ilike ${containing(q)}` : sql``}
      ${pageOf(sql`e.id`, query, query.order)}`)
  return toPage(rows, query)
}

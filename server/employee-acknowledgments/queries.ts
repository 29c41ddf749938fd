import sql from 'sql-template-tag'
import { z } from 'zod'
import type { listEmployeeAcknowledgments as endpoint } from '../../api/employee-acknowledgments.ts'
import type { Actor } from '../../domain/actor.ts'
import { EmployeeAcknowledgment, type EmployeeHandbook, linkDays } from '../../domain/employee-acknowledgment.ts'
import { notFound } from '../../domain/errors.ts'
import { acknowledgmentInSpanish } from '../../domain/handbook-in-spanish.ts'
import { Language } from '../../domain/language.ts'
import { officeDate } from '../../domain/time.ts'
import { HandbookContent } from '../handbooks/assemble.ts'
import { handbookFor } from '../handbooks/queries.ts'
import type { Database, Reader, Tx } from '../kit/db.ts'
import { type Order, type Page, pageIn, Place, placeIn, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { hashOf } from '../kit/session.ts'

const Listed = EmployeeAcknowledgment.extend({ place: Place })
const byName: Order = { by: sql`lower(e.name)`, type: 'text' }

const state = sql`
  case when a.id is null then 'not-sent' when a.acknowledged_at is null then 'sent' else 'acknowledged' end`

/** The employees who have not left, with the state for the latest version. */
export async function listEmployeeAcknowledgments(
  reader: Database,
  actor: Actor,
  handbookId: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<EmployeeAcknowledgment>> {
  const { folder } = await handbookFor(reader, actor, handbookId)
  const version = await latestVersion(reader, handbookId)
  const rows = await reader.rows(typed(Listed)`
    select e.id, e.name, e.job_title as "jobTitle", e.email, ${state} as state, iso(a.sent_at) as "sentAt",
      iso(a.last_sent_at) as "lastSentAt", iso(a.acknowledged_at) as "acknowledgedAt", a.signed_name as "signedName",
      a.language as "shownIn", ${placeIn(byName)}
    from employees e left join employee_acknowledgments a
      on a.employee_id = e.id and a.version_id = ${version?.id ?? null}
    where e.client_folder_id = ${folder.id} and (e.end_date is null or e.end_date >= ${officeDate(reader.now)}::date)
      ${query.state === undefined ? sql`` : sql`and ${state} = ${query.state}`}
      ${pageIn(byName, sql`e.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((each) => EmployeeAcknowledgment.parse(each)), next }
}

const VersionRow = z.object({
  id: z.string(),
  number: z.number(),
  title: z.string(),
  documentId: z.string().nullable(),
  employer: z.string(),
})
export type SentVersion = z.infer<typeof VersionRow>

export async function latestVersion(reader: Reader, handbookId: string) {
  const version = await reader.maybe(typed(VersionRow)`
    select id, number, content ->> 'title' as title, document_id as "documentId", content ->> 'organization' as employer
    from handbook_versions where handbook_id = ${handbookId} order by number desc limit 1`)
  return version ?? undefined
}

const HeldRow = z.object({
  id: z.string(),
  clientFolderId: z.string(),
  handbookId: z.string(),
  version: z.number(),
  content: z.unknown(),
  employeeName: z.string(),
  sentAt: z.string(),
  acknowledgedAt: z.string().nullable(),
  signedName: z.string().nullable(),
  shownIn: Language.nullable(),
  language: Language,
})
export type HeldLink = z.infer<typeof HeldRow>

/**
 * No access check: the token grants access. Throws 404 for an unknown or expired token, a withdrawn version, and an
 * archived folder.
 * @param lock keeps the row unchanged until the transaction ends
 */
export async function unsafeLink(reader: Database | Tx, token: string, lock = false): Promise<HeldLink> {
  const oldest = new Date(reader.now.getTime() - linkDays * 86_400_000)
  const link = await reader.maybe(typed(HeldRow)`
    select a.id, a.client_folder_id as "clientFolderId", v.handbook_id as "handbookId", v.number as version, v.content,
      e.name as "employeeName", iso(a.sent_at) as "sentAt", iso(a.acknowledged_at) as "acknowledgedAt",
      a.signed_name as "signedName", a.language as "shownIn", e.language
    from employee_acknowledgments a
      join handbook_versions v on v.id = a.version_id
      join employees e on e.id = a.employee_id
      join client_folders f on f.id = a.client_folder_id
    where a.token_hash = ${hashOf(token)} and v.document_id is not null and f.status <> 'archived'
      and greatest(a.last_sent_at, a.acknowledged_at) > ${oldest}
    ${lock ? sql`for update of a` : sql``}`)
  if (link === null) throw notFound()
  return link
}

export function handbookOf({ content, ...link }: HeldLink): EmployeeHandbook {
  const { title, organization, policies, acknowledgment } = HandbookContent.parse(content)
  const { version, sentAt, employeeName, acknowledgedAt, signedName, shownIn, language } = link
  return {
    employer: organization,
    title,
    version,
    sentAt,
    employeeName,
    policies,
    acknowledgment,
    acknowledgmentInSpanish: acknowledgmentInSpanish(acknowledgment),
    language,
    acknowledgedAt,
    signedName,
    shownIn,
  }
}

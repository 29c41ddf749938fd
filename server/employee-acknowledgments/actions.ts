import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import {
  type AcknowledgmentInput,
  type AcknowledgmentRequest,
  type AcknowledgmentRequestResult,
  assertCanRequestAcknowledgments,
  assertHasVersion,
  type EmployeeHandbook,
  hoursBetweenEmails,
} from '../../domain/employee-acknowledgment.ts'
import { invalid, notFound } from '../../domain/errors.ts'
import { Language } from '../../domain/language.ts'
import { officeDate } from '../../domain/time.ts'
import { handbookFor } from '../handbooks/queries.ts'
import type { Database, Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { countersForAddress, limitFailures, type RateLimit } from '../kit/rate-limit.ts'
import type { Origin } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import { hashOf, newSecret } from '../kit/session.ts'
import { handbookToAcknowledge } from './emails.ts'
import { handbookOf, latestVersion, unsafeLink } from './queries.ts'

const EmployeeRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  endDate: z.string().nullable(),
  language: Language,
  acknowledgmentId: z.string().nullable(),
  acknowledgedAt: z.date().nullable(),
  lastSentAt: z.date().nullable(),
})

export async function requestAcknowledgments(
  tx: Tx,
  actor: Actor,
  handbookId: string,
  { employeeIds }: z.output<typeof AcknowledgmentRequest>,
): Promise<AcknowledgmentRequestResult> {
  // Locked, so that concurrent calls send each employee one email.
  const { folder } = await handbookFor(tx, actor, handbookId, { lock: true })
  assertNotArchived(folder)
  const version = await latestVersion(tx, handbookId)
  assertHasVersion(version)
  if (version === undefined) throw notFound()
  const ids = [...new Set(employeeIds)]
  const employees = await tx.rows(typed(EmployeeRow)`
    select e.id, e.name, e.email, e.end_date as "endDate", e.language, a.id as "acknowledgmentId",
      a.acknowledged_at as "acknowledgedAt", a.last_sent_at as "lastSentAt"
    from employees e left join employee_acknowledgments a on a.employee_id = e.id and a.version_id = ${version.id}
    where e.client_folder_id = ${folder.id} and e.id = any(${ids}::uuid[]) order by e.id for update of e`)
  if (employees.length < ids.length) throw invalid('employeeIds', 'Choose employees of this folder.')
  const quiet = new Date(tx.now.getTime() - hoursBetweenEmails * 3_600_000)
  const recipients = employees.filter(
    ({ acknowledgedAt, lastSentAt }) => acknowledgedAt === null && (lastSentAt === null || lastSentAt <= quiet),
  )
  assertCanRequestAcknowledgments(recipients, officeDate(tx.now))
  for (const { id, name, email, language, acknowledgmentId } of recipients) {
    if (email === null) continue
    const token = newSecret()
    await tx.run(
      acknowledgmentId === null
        ? sql`
            insert into employee_acknowledgments (id, client_folder_id, version_id, employee_id, email, token_hash, sent_at,
              last_sent_at)
            values (${newId()}, ${folder.id}, ${version.id}, ${id}, ${email}, ${hashOf(token)}, ${tx.now}, ${tx.now})`
        : sql`
            update employee_acknowledgments set email = ${email}, token_hash = ${hashOf(token)}, last_sent_at = ${tx.now}
            where id = ${acknowledgmentId}`,
    )
    tx.mail(handbookToAcknowledge({ email, name, language }, version.employer, token, acknowledgmentId !== null))
  }
  tx.record(
    {
      action: 'handbook.sent-to-employees',
      id: handbookId,
      clientFolderId: folder.id,
      details: { employees: recipients.length },
    },
    { type: 'handbooks', id: handbookId, clientFolderId: folder.id },
  )
  return { sent: recipients.length, skipped: employees.length - recipients.length }
}

const guessing: RateLimit = {
  name: 'employee handbook link',
  tries: 30,
  windowSeconds: 15 * 60,
  sentence: 'Too many invalid links were tried from your network. Try again in a few minutes.',
}

/** Only wrong tokens count against the address. */
const countingWrongTokens = <T>(db: Database, address: string, work: () => Promise<T>): Promise<T> =>
  limitFailures(db, countersForAddress(guessing, address), async (countFailure) => {
    try {
      return await work()
    } catch (error) {
      countFailure()
      throw error
    }
  })

export const readEmployeeHandbook = (db: Database, token: string, address: string): Promise<EmployeeHandbook> =>
  countingWrongTokens(db, address, async () => handbookOf(await unsafeLink(db, token)))

export const acknowledgeHandbook = (
  db: Database,
  origin: Origin,
  { token, name, language }: z.output<typeof AcknowledgmentInput>,
): Promise<EmployeeHandbook> =>
  countingWrongTokens(db, origin.address, () =>
    db.transaction(origin, async (tx) => {
      const link = await unsafeLink(tx, token, true)
      const handbook = handbookOf(link)
      if (link.acknowledgedAt !== null) return handbook
      const translation = language === 'es' ? (handbook.acknowledgmentInSpanish?.join('\n\n') ?? null) : null
      await tx.run(sql`
        update employee_acknowledgments set acknowledged_at = ${tx.now}, signed_name = ${name}, address = ${origin.address},
          language = ${language}, translation = ${translation}
        where id = ${link.id}`)
      tx.record(
        {
          action: 'handbook.acknowledged-by-employee',
          id: link.handbookId,
          clientFolderId: link.clientFolderId,
          details: { acknowledgmentId: link.id, version: link.version, language },
        },
        { type: 'handbooks', id: link.handbookId, clientFolderId: link.clientFolderId },
      )
      return { ...handbook, acknowledgedAt: tx.now.toISOString(), signedName: name, shownIn: language }
    }),
  )

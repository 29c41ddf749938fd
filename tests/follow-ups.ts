// Reminders as the jobs send them, on a test app whose clock is moved.
import { type ScheduledFollowUp, ScheduledKind } from '../domain/follow-up.ts'
import { weekdayOf } from '../domain/office-hours.ts'
import { daysAfter, officeDate } from '../domain/time.ts'
import { sendAssignmentReminders } from '../server/assignments/jobs.ts'
import { sendContractReminders } from '../server/contracts/jobs.ts'
import { sendDeadlineReminders } from '../server/deadlines/jobs.ts'
import { sendDocumentReminders } from '../server/document-requests/jobs.ts'
import { sendExpirationReminders } from '../server/documents/expiration-reminders.ts'
import { sendAcknowledgmentReminders } from '../server/employee-acknowledgments/jobs.ts'
import { sendInvoiceReminders } from '../server/invoices/jobs.ts'
import type { Database } from '../server/kit/db.ts'
import { sendMessageReminders } from '../server/messages/jobs.ts'
import { sendProposalReminders } from '../server/proposals/jobs.ts'
import { sendRequestReminders } from '../server/service-requests/jobs.ts'
import { sendSignatureReminders } from '../server/signatures/reminders.ts'
import { createTestApp, type Name, type TestApp } from './test-app.ts'

const jobs = [
  sendAssignmentReminders,
  sendContractReminders,
  sendDeadlineReminders,
  sendDocumentReminders,
  sendExpirationReminders,
  sendAcknowledgmentReminders,
  sendInvoiceReminders,
  sendMessageReminders,
  sendProposalReminders,
  sendRequestReminders,
  sendSignatureReminders,
]

/** Runs every job that reminds, one after another. */
export async function sendReminders(db: Database) {
  for (const job of jobs) await job(db)
}

/** A test app on a Monday at 10:00, with the office open from Monday to Friday. */
export async function openOnMonday(): Promise<TestApp> {
  const testApp = await createTestApp({}, { atHour: 10 })
  testApp.pass({ days: (7 - weekdayOf(officeDate(testApp.db.now))) % 7 })
  await signInAgain(testApp)
  return testApp
}

/** Sessions end overnight. */
export async function signInAgain(testApp: TestApp) {
  for (const name of ['alice', 'sam', 'sue', 'ann', 'eve'] as const satisfies Name[])
    testApp[name] = await testApp.signIn(testApp.people[name].id, testApp.people[name].role)
}

export const dayIn = (testApp: TestApp, days: number) => daysAfter(officeDate(testApp.db.now), days)

const actions: Record<string, ScheduledKind> = {
  'service-request.reminded': 'service-requests',
  'thread.reminded': 'messages',
  'contract.signature-reminded': 'signatures',
  'document.signature-reminded': 'signatures',
  'proposal.reminded': 'proposals',
  'contract.end-reminded': 'contracts',
  'invoice.reminded': 'invoices',
  'document-request.reminded': 'document-requests',
  'document.expiration-reminded': 'documents',
  'assignment.reminded': 'assignments',
  'deadline.reminded': 'deadlines',
  'handbook.employee-reminded': 'handbooks',
}

/** The kind and record of each reminder so far, from the audit log. The log doesn't name the message of a thread. */
export const remindersOf = async (testApp: TestApp): Promise<[ScheduledKind, string][]> =>
  (await testApp.auditLog()).flatMap(({ action, entityId, details }) => {
    const kind = actions[action]
    return kind === undefined ? [] : [[kind, (details.acknowledgmentId as string | undefined) ?? entityId ?? 'thread']]
  })

/** The same as they are listed, with their dates. */
export const listedIn = (items: readonly ScheduledFollowUp[]): [string, ScheduledKind, string][] =>
  items.map(({ date, kind, id }) => [date, kind, kind === 'messages' ? 'thread' : id])

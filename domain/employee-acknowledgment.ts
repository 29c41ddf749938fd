// Employees confirm that they received their employer's handbook: a private link by email, no account.
import { z } from 'zod'
import { conflict, invalid } from './errors.ts'
import { maxEmployees } from './employee.ts'
import { Language } from './language.ts'
import { PrintablePolicy } from './model-policy.ts'
import { Id, Instant, requiredPersonName } from './text.ts'

export const AcknowledgmentState = z.enum(['not-sent', 'sent', 'acknowledged'])
export type AcknowledgmentState = z.infer<typeof AcknowledgmentState>
export const acknowledgmentStateLabels: Record<AcknowledgmentState, string> = {
  'not-sent': 'Not sent',
  sent: 'Waiting',
  acknowledged: 'Acknowledged',
}

/** A current employee of the folder, with the state for the latest version of the handbook. */
export const EmployeeAcknowledgment = z.object({
  /** Of the employee. */
  id: Id,
  name: z.string(),
  jobTitle: z.string(),
  email: z.string().nullable(),
  state: AcknowledgmentState,
  sentAt: Instant.nullable(),
  lastSentAt: Instant.nullable(),
  acknowledgedAt: Instant.nullable(),
  /** As the employee typed it. */
  signedName: z.string().nullable(),
  /** In which the page was shown when they acknowledged. */
  shownIn: Language.nullable(),
})
export type EmployeeAcknowledgment = z.infer<typeof EmployeeAcknowledgment>

export const AcknowledgmentRequest = z.strictObject({
  employeeIds: z
    .array(Id, 'Choose the employees.')
    .min(1, 'Choose at least one employee.')
    .max(maxEmployees, `Choose at most ${maxEmployees.toLocaleString('en-US')} employees.`),
})
export type AcknowledgmentRequest = z.infer<typeof AcknowledgmentRequest>

export const AcknowledgmentRequestResult = z.object({
  sent: z.int(),
  /** Already acknowledged, or emailed within the last day. */
  skipped: z.int(),
})
export type AcknowledgmentRequestResult = z.infer<typeof AcknowledgmentRequestResult>

/** A link works for 30 days after the latest email, and shows the handbook for as long after it was acknowledged. */
export const linkDays = 30
/** Days after the first email on which an employee who has not acknowledged is reminded. */
export const acknowledgmentReminderDays = [3, 7, 14]
export const hoursBetweenEmails = 24

export const AcknowledgmentToken = z.strictObject({ token: z.string('The token of the link is required.').max(200) })

export const AcknowledgmentInput = AcknowledgmentToken.extend({
  name: requiredPersonName('Enter your name.'),
  /** In which the page is shown. */
  language: Language.default('en'),
})

/** What the holder of a link sees. */
export const EmployeeHandbook = z.object({
  employer: z.string(),
  title: z.string(),
  version: z.int(),
  sentAt: Instant,
  employeeName: z.string(),
  policies: z.array(PrintablePolicy),
  /** What the employee confirms, in English. */
  acknowledgment: z.array(z.string()),
  /** The Spanish translation of each line; null if the text has none. */
  acknowledgmentInSpanish: z.array(z.string()).nullable(),
  /** Of emails to the employee. */
  language: Language,
  acknowledgedAt: Instant.nullable(),
  signedName: z.string().nullable(),
  /** In which the page was shown when it was acknowledged. */
  shownIn: Language.nullable(),
})
export type EmployeeHandbook = z.infer<typeof EmployeeHandbook>

export const employeeHandbookPath = (token: string) => `/employee-handbook/${token}`

interface Addressee {
  name: string
  email: string | null
  endDate: string | null
}

/** Throws 400 for an employee without an email address, and for one whose last day has passed. */
export function assertCanRequestAcknowledgments(employees: readonly Addressee[], today: string): void {
  const withoutEmail = employees.find(({ email }) => email === null)
  if (withoutEmail) throw invalid('employeeIds', `Add an email address for ${withoutEmail.name} first.`)
  const left = employees.find(({ endDate }) => endDate !== null && endDate < today)
  if (left) throw invalid('employeeIds', `${left.name} no longer works there.`)
}

/** Throws 409 if no version was sent, or the document of the latest one was withdrawn or deleted. */
export function assertHasVersion(version: { documentId: string | null } | undefined): void {
  if (version === undefined) throw conflict('Send the handbook to the client before you send it to employees.')
  if (version.documentId === null)
    throw conflict('The document of this version was deleted. Send a new version of the handbook first.')
}

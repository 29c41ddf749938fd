import { acknowledgmentStateLabels, type EmployeeAcknowledgment } from '../../domain/employee-acknowledgment.ts'
import { languageLabels } from '../../domain/language.ts'
import type { Columns } from '../kit/export.ts'
import type { SentVersion } from './queries.ts'

/** Each row names the version, because it is proof of what the employee acknowledged. */
export const acknowledgmentColumns = (version: SentVersion | undefined): Columns<EmployeeAcknowledgment> => ({
  Handbook: () => version?.title ?? null,
  Version: () => version?.number ?? null,
  Employee: ({ name }) => name,
  'Job title': ({ jobTitle }) => jobTitle,
  Email: ({ email }) => email,
  Status: ({ state }) => acknowledgmentStateLabels[state],
  'First emailed on': ({ sentAt }) => sentAt,
  'Last emailed on': ({ lastSentAt }) => lastSentAt,
  'Acknowledged on': ({ acknowledgedAt }) => acknowledgedAt,
  'Signed as': ({ signedName }) => signedName,
  'Shown in': ({ shownIn }) => (shownIn === null ? null : languageLabels[shownIn]),
})

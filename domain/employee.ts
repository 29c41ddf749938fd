// An employee of a client: job and employment dates. Maintained by both sides of the folder; never with a Social
// Security number.
import { z } from 'zod'
import { conflict, invalid } from './errors.ts'
import { Language } from './language.ts'
import {
  CalendarDate,
  Id,
  Instant,
  versioned,
  optionalDate,
  optionalEmail,
  requiredName,
  requiredPersonName,
} from './text.ts'

export const workTypes = ['full-time', 'part-time', 'temporary', 'seasonal'] as const
export const WorkType = z.enum(workTypes, 'Choose a work type.')
export type WorkType = z.infer<typeof WorkType>
export const workTypeLabels: Record<WorkType, string> = {
  'full-time': 'Full time',
  'part-time': 'Part time',
  temporary: 'Temporary',
  seasonal: 'Seasonal',
}

/** Nine digits in the form of a Social Security number, with dashes, spaces, or nothing between them. */
export const looksLikeSsn = (text: string) => /(?<!\d)\d{3}[- ]?\d{2}[- ]?\d{4}(?!\d)/.test(text)
const ssnSentence = 'Leave out Social Security numbers. The portal doesn’t store them.'
export const withoutSsn = <T extends z.ZodType<string>>(schema: T) =>
  schema.refine((text) => !looksLikeSsn(text), ssnSentence)

const fields = {
  name: withoutSsn(requiredPersonName('Enter a name.')),
  email: optionalEmail,
  jobTitle: withoutSsn(requiredName('Enter a job title.')),
  workType: WorkType,
  startDate: CalendarDate,
  endDate: optionalDate,
  /** Of emails to the employee. Without it, English for a new employee, and unchanged for another. */
  language: Language.optional(),
}

export const EmployeeInput = z.strictObject(fields)
export type EmployeeInput = z.infer<typeof EmployeeInput>

export const Employee = z.object({
  id: Id,
  clientFolderId: Id,
  name: z.string(),
  email: z.string().nullable(),
  jobTitle: z.string(),
  workType: WorkType,
  startDate: z.string(),
  endDate: z.string().nullable(),
  language: Language,
  /** Incomplete deadlines of this employee. */
  openDeadlines: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
export type Employee = z.infer<typeof Employee>

export const EmployeeView = Employee.extend({ allowed: z.array(z.enum(['edit'])) })
export type EmployeeView = z.infer<typeof EmployeeView>

type EmploymentDates = Pick<EmployeeInput, 'startDate' | 'endDate'>

export const endsBeforeStart = ({ startDate, endDate }: EmploymentDates) => endDate !== null && endDate < startDate
export const wrongLastDay = 'The last day must be on or after the first day.'

/** Throws 400 for an end before the start. */
export function assertEmploymentDates(dates: EmploymentDates): void {
  if (endsBeforeStart(dates)) throw invalid('endDate', wrongLastDay)
}

export const maxEmployees = 2000

/** Throws 409 if the folder would have more than the maximum number. */
export function assertRoomForEmployees(others: number, added: number): void {
  if (others + added > maxEmployees)
    throw conflict(`A client folder can have at most ${maxEmployees.toLocaleString('en-US')} employees.`)
}

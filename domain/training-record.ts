// A training that an employee completed, as the employer or the team recorded it. A record can be voided, never deleted.
import { z } from 'zod'
import type { Employer } from './audience.ts'
import { type Obligation, obligationsOf } from './deadline.ts'
import { maxEmployees, withoutSsn } from './employee.ts'
import { conflict, invalid } from './errors.ts'
import { CalendarDate, Id, Instant, versioned, optionalDate, optionalId, requiredName, requiredText } from './text.ts'

export const wrongHours = 'Enter the hours in quarter hours, from 0.25 to 1,000.'

const fields = {
  training: withoutSsn(requiredName('Enter the name of the training.')),
  /** The organization or the person who gave it. */
  provider: withoutSsn(requiredName('Enter the provider or trainer.')),
  completedOn: CalendarDate,
  hours: z
    .number(wrongHours)
    .min(0.25, wrongHours)
    .max(1000, wrongHours)
    .multipleOf(0.25, wrongHours)
    .nullish()
    .transform((hours) => hours ?? null),
  /** The last day on which it is valid. */
  validUntil: optionalDate,
  /** The certificate: a document of the folder. */
  documentId: optionalId,
}

export const TrainingRecordChange = z.strictObject(fields)
export type TrainingRecordChange = z.infer<typeof TrainingRecordChange>

export const TrainingRecordInput = z.strictObject({ employeeId: z.uuid('Choose an employee.'), ...fields })
export type TrainingRecordInput = z.infer<typeof TrainingRecordInput>

export const TrainingRecordVoiding = z.strictObject({ reason: requiredText('Enter a reason.', 1000) })
export type TrainingRecordVoiding = z.infer<typeof TrainingRecordVoiding>

export const TrainingRecord = z.object({
  id: Id,
  clientFolderId: Id,
  employeeId: Id,
  employeeName: z.string(),
  training: z.string(),
  provider: z.string(),
  completedOn: z.string(),
  hours: z.number().nullable(),
  validUntil: z.string().nullable(),
  /** Null as well if the document was withdrawn. */
  certificate: z.object({ id: Id, name: z.string() }).nullable(),
  recordedByName: z.string().nullable(),
  voidedAt: Instant.nullable(),
  voidReason: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
export type TrainingRecord = z.infer<typeof TrainingRecord>

/** `print`: the certificate of completion as a PDF. */
export const TrainingRecordAction = z.enum(['edit', 'void', 'print'])
export type TrainingRecordAction = z.infer<typeof TrainingRecordAction>

export const TrainingRecordView = TrainingRecord.extend({ allowed: z.array(TrainingRecordAction) })
export type TrainingRecordView = z.infer<typeof TrainingRecordView>

/** `expiring`: valid records of which no newer one exists and that expire within 60 days or have expired. */
export const TrainingRecordListView = z.enum(['expiring', 'void'])
export type TrainingRecordListView = z.infer<typeof TrainingRecordListView>

export const allowedForTrainingRecord = (
  { voidedAt }: Pick<TrainingRecord, 'voidedAt'>,
  folderIsOpen: boolean,
): TrainingRecordAction[] => {
  if (voidedAt !== null) return []
  return folderIsOpen ? ['edit', 'void', 'print'] : ['print']
}

/** Throws 400 for a completion in the future, and for a validity that ends before it. */
export function assertTrainingDates(
  { completedOn, validUntil }: Pick<TrainingRecordChange, 'completedOn' | 'validUntil'>,
  today: string,
): void {
  if (completedOn > today)
    throw invalid('completedOn', 'A training can’t be completed on a future day. Enter its date.')
  if (validUntil !== null && validUntil < completedOn)
    throw invalid('validUntil', 'Enter the completion date or a later day.')
}

/** Throws 409 for a void record. */
export function assertIsNotVoid({ voidedAt }: Pick<TrainingRecord, 'voidedAt'>): void {
  if (voidedAt !== null) throw conflict('This training record is void. Record the training again.')
}

/** Without `employeeIds`, all employees who have not left. */
export const TrainingAssignment = z.strictObject({
  training: fields.training,
  dueDate: CalendarDate,
  employeeIds: z
    .array(Id, 'Choose the employees.')
    .min(1, 'Choose at least one employee.')
    .max(maxEmployees, `Choose at most ${maxEmployees.toLocaleString('en-US')} employees.`)
    .nullish()
    .transform((ids) => ids ?? null),
})
export type TrainingAssignment = z.infer<typeof TrainingAssignment>

export const TrainingAssignmentResult = z.object({
  created: z.int(),
  /** Employees who already have an open deadline for the training, or one on the same day. */
  skipped: z.int(),
})
export type TrainingAssignmentResult = z.infer<typeof TrainingAssignmentResult>

/** Throws 400 for a day that has passed and for an employee who has left, 409 without employees. */
export function assertCanAssignTraining(
  { dueDate }: Pick<TrainingAssignment, 'dueDate'>,
  employees: readonly { name: string; endDate: string | null }[],
  today: string,
): void {
  if (dueDate < today) throw invalid('dueDate', 'Enter today or a later day.')
  const left = employees.find(({ endDate }) => endDate !== null && endDate < today)
  if (left) throw invalid('employeeIds', `${left.name} no longer works there.`)
  if (employees.length === 0) throw conflict('This folder has no current employees. Add them first.')
}

/** The names of trainings for the forms and the filter of a folder. */
export const TrainingNames = z.object({
  /** From the obligations for this employer, with the guide's page about each. */
  suggested: z.array(z.object({ name: z.string(), guidePath: z.string().nullable() })),
  /** Those in the folder's records, at most 200. */
  recorded: z.array(z.string()),
})
export type TrainingNames = z.infer<typeof TrainingNames>

/** The trainings that the portal knows, as far as the employer's size and sector are known. */
export const trainingsOf = (obligations: readonly Obligation[], employer: Employer): Obligation[] =>
  obligationsOf(obligations, employer).filter((each) => each.kind === 'training' && each.for === 'employee')

const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** The obligation with this name, however it is capitalized. */
export const trainingNamed = (obligations: readonly Obligation[], name: string): Obligation | undefined =>
  obligations.find((each) => each.kind === 'training' && each.for === 'employee' && sameName(each.title, name))

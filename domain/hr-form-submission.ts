// Answers to a form: entered in the portal (three forms, each with its own error sentences) or read from an uploaded
// PDF.
import { z } from 'zod'
import { type HrForm, PortalFormType } from './hr-form.ts'
import { conflict, type Issue, DomainError } from './errors.ts'
import {
  emailAddress,
  Id,
  Instant,
  versioned,
  nameLimit,
  optionalId,
  optionalName,
  optionalText,
  requiredName,
  requiredText,
  isStorable,
  textLimit,
  withLineLimit,
} from './text.ts'

/** A line with a minimum number of characters, trimmed. */
const atLeast = (characters: number, message: string) =>
  requiredName(message).refine((value) => value.trim() === '' || value.trim().length >= characters, message)

const date = (message: string) => z.iso.date(message)

/** A browser sends an empty field as an empty text. */
const optionalDate = z
  .union([z.literal(''), z.iso.date('Enter a date.')])
  .transform((day) => day || null)
  .nullish()

export const workEligibilities = ['yes', 'no'] as const

/** The screen shows the state as read-only; a PDF form may name another one. */
const state = requiredName('State is required').default('Virginia')

export const EmploymentApplication = z.strictObject({
  firstName: requiredName('First name is required'),
  lastName: requiredName('Last name is required'),
  email: emailAddress('Valid email is required'),
  phone: atLeast(10, 'Phone number is required'),
  address: requiredName('Address is required'),
  city: requiredName('City is required'),
  state,
  zipCode: atLeast(5, 'ZIP code is required'),
  position: requiredName('Position is required'),
  /** The applicant's desired salary. Never their previous one: Va. Code § 40.1-28.7:12. */
  expectedSalary: optionalName,
  availableStartDate: date('Start date is required'),
  workEligibility: z.enum(workEligibilities).default('yes'),
  previousEmployer: withLineLimit(optionalText),
  references: withLineLimit(optionalText),
  /** The specification fixes the state to Virginia; applicants from elsewhere enter theirs here. */
  residence: optionalName,
  isAdult: z
    .enum(['', 'yes', 'no'])
    .transform((answer) => answer || null)
    .nullish(),
  education: withLineLimit(optionalText),
  licenses: withLineLimit(optionalText),
  signature: optionalName,
  signedOn: optionalDate,
})

export const HandbookAcknowledgment = z.strictObject({
  employeeName: requiredName('Employee name is required'),
  employeeId: requiredName('Employee ID is required'),
  department: requiredName('Department is required'),
  supervisor: requiredName('Supervisor name is required'),
  acknowledgmentDate: date('Date is required'),
  signature: requiredName('Digital signature is required'),
})

export const jobPerformances = ['excellent', 'good', 'satisfactory', 'needs-improvement'] as const
export const overallRatings = ['5', '4', '3', '2', '1'] as const

export const PerformanceReview = z.strictObject({
  employeeName: requiredName('Employee name is required'),
  employeeId: requiredName('Employee ID is required'),
  reviewPeriod: requiredName('Review period is required'),
  department: requiredName('Department is required'),
  supervisor: requiredName('Supervisor is required'),
  jobPerformance: z.enum(jobPerformances, 'Choose a rating.').default('satisfactory'),
  goals: withLineLimit(requiredText('Goals are required')),
  achievements: withLineLimit(requiredText('Achievements are required')),
  developmentAreas: withLineLimit(optionalText),
  overallRating: z
    .union([z.enum(overallRatings), z.literal([1, 2, 3, 4, 5])], 'Choose a rating from 1 to 5.')
    .default('3')
    .transform((rating) => `${rating}` as const),
  comments: withLineLimit(optionalText),
  employeeComments: withLineLimit(optionalText),
  employeeSignature: optionalName,
  employeeSignedOn: optionalDate,
  supervisorSignature: optionalName,
  supervisorSignedOn: optionalDate,
})

export const portalForms = {
  'employment-application': EmploymentApplication,
  'handbook-acknowledgment': HandbookAcknowledgment,
  'performance-review': PerformanceReview,
} as const satisfies Record<PortalFormType, z.ZodObject>

/** The folder it belongs to; optional for a sender with one folder. */
export const toFolder = { clientFolderId: optionalId }

/** The version of the form that the sender saw. */
const FormVersion = z.int('Enter the version of the form.').min(1, 'Enter the version of the form.')
const ofVersion = { formVersion: FormVersion.optional() }

/** Throws 409 unless the sender saw the current version. */
export function assertIsCurrent({ version }: Pick<HrForm, 'version'>, formVersion: number | undefined): void {
  if (formVersion !== undefined && formVersion !== version)
    throw conflict('This form was changed. Reload it, and check your answers.')
}

const input = { ...ofVersion, ...toFolder }

/** The body of POST /api/hr-forms. */
export const HrFormInput = z.discriminatedUnion(
  'formType',
  [
    z.strictObject({ formType: z.literal('employment-application'), formData: EmploymentApplication, ...input }),
    z.strictObject({ formType: z.literal('handbook-acknowledgment'), formData: HandbookAcknowledgment, ...input }),
    z.strictObject({ formType: z.literal('performance-review'), formData: PerformanceReview, ...input }),
  ],
  `Choose one of: ${PortalFormType.options.join(', ')}.`,
)
export type HrFormInput = z.infer<typeof HrFormInput>

/** Unsent answers. Any text is accepted; it is validated on submission. */
const draftText = z
  .string()
  .max(textLimit, `Use at most ${textLimit.toLocaleString('en-US')} characters.`)
  .refine(isStorable, 'This contains characters that can’t be stored.')

/** The answers to one form as they were typed; its description has the rules. */
export const TypedForm = z.strictObject({
  formData: z.record(z.string(), draftText),
  formVersion: FormVersion,
  ...toFolder,
})
export type TypedForm = z.infer<typeof TypedForm>

/** Answers keyed by field name. */
export const FormData = z.record(z.string(), z.union([z.string(), z.boolean(), z.null()]))
export type FormData = z.infer<typeof FormData>

export const HrFormSubmission = z.object({
  id: Id,
  formType: z.string(),
  formData: FormData,
  /** The form's title and version when it was submitted. */
  formTitle: z.string(),
  formVersion: z.int(),
  /** The person it is about, from its answers; null if it names no one. */
  subjectName: z.string().nullable(),
  /** Entered in the portal, or read from a PDF. */
  source: z.enum(['portal', 'pdf']),
  submittedById: Id,
  submittedByName: z.string().nullable(),
  /**
   * Null for the team's own forms and those of people without a folder: only the sender and administrators see them.
   */
  clientFolderId: Id.nullable(),
  clientFolderName: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
export type HrFormSubmission = z.infer<typeof HrFormSubmission>

export const HrFormReceipt = z.object({ message: z.string(), submission: HrFormSubmission })
/** Our forms have about 80 KB; this leaves room for what PDF viewers add on saving. */
export const filledLimitBytes = 2 * 1_048_576

export const submittedSentence = 'Form submitted successfully'

const draftOf = (names: readonly string[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, draftText.optional()] as const)))

export const HrFormDraftInput = z.strictObject({ formData: z.record(z.string(), z.unknown()), ...ofVersion })
export type HrFormDraftInput = z.infer<typeof HrFormDraftInput>

export const HrFormDraft = z.object({
  formData: z.record(z.string(), z.string()),
  /** Null if there is no draft. */
  savedAt: Instant.nullable(),
})
export type HrFormDraft = z.infer<typeof HrFormDraft>

/** The draft's fields of this form. @throws DomainError naming what is not a field or can't be stored */
export function draftFor(names: readonly string[], formData: unknown): Record<string, string> {
  return accepted(draftOf(names), formData) as Record<string, string>
}

/** The person it is about: the applicant, or the employee. */
export function subjectOf(answers: FormData): string | null {
  const name = answers.employeeName ?? [answers.firstName, answers.lastName].filter((part) => part).join(' ')
  return typeof name === 'string' && name.trim() !== '' ? name.slice(0, 2 * nameLimit + 1) : null
}

/** The parsed value. @throws DomainError with an issue for each mistake, including earlier ones, in form order */
export function accepted(schema: z.ZodType, value: unknown, found: Issue[] = [], order: string[] = []): unknown {
  const parsed = schema.safeParse(value)
  const known = new Set(found.map(({ path }) => path))
  const more = (parsed.error?.issues ?? [])
    .map(({ path, message, code, ...issue }) =>
      code === 'unrecognized_keys' && 'keys' in issue
        ? { path: '', message: `Unknown field: ${(issue.keys as string[]).map((key) => `"${key}"`).join(', ')}.` }
        : { path: path.join('.'), message },
    )
    .filter(({ path }) => !known.has(path))
  const inOrder = [...found, ...more].toSorted((a, b) => order.indexOf(a.path) - order.indexOf(b.path))
  const issues = inOrder.map(({ path, message }) => ({
    path: path === '' ? 'formData' : `formData.${path}`,
    message,
  }))
  const [first] = issues
  if (first !== undefined) throw new DomainError('invalid', first.message, { issues })
  return parsed.data
}

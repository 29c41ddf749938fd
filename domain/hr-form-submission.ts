// What somebody answered on a form: in the portal (three forms, each with its own sentences) or on a PDF that was sent back.
import { z } from 'zod'
import { PortalFormType } from './hr-form.ts'
import { type Issue, DomainError } from './errors.ts'
import {
  emailAddress,
  Id,
  Instant,
  kept,
  nameLimit,
  optionalId,
  optionalName,
  optionalText,
  requiredName,
  requiredText,
  storable,
  textLimit,
  withFewLines,
} from './text.ts'

/** A line of at least so many characters, blanks around it not counted. */
const atLeast = (characters: number, message: string) =>
  requiredName(message).refine((value) => value.trim() === '' || value.trim().length >= characters, message)

const date = (message: string) => z.iso.date(message)

export const workEligibilities = ['yes', 'no'] as const

/** The screen shows the state and does not let it be changed; a form on paper may name another. */
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
  /** What the applicant hopes to earn. Never what they earned before: Va. Code § 40.1-28.7:12. */
  expectedSalary: optionalName,
  availableStartDate: date('Start date is required'),
  workEligibility: z.enum(workEligibilities).default('yes'),
  previousEmployer: withFewLines(optionalText),
  references: withFewLines(optionalText),
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
  jobPerformance: z.enum(jobPerformances).default('satisfactory'),
  goals: withFewLines(requiredText('Goals are required')),
  achievements: withFewLines(requiredText('Achievements are required')),
  developmentAreas: withFewLines(optionalText),
  overallRating: z
    .union([z.enum(overallRatings), z.literal([1, 2, 3, 4, 5])], 'Please choose a rating from 1 to 5.')
    .default('3')
    .transform((rating) => `${rating}` as const),
  comments: withFewLines(optionalText),
})

export const portalForms = {
  'employment-application': EmploymentApplication,
  'handbook-acknowledgment': HandbookAcknowledgment,
  'performance-review': PerformanceReview,
} as const satisfies Record<PortalFormType, z.ZodObject>

/** Whose folder it belongs to; a sender with one folder need not say. */
export const toFolder = { clientFolderId: optionalId }

/** What POST /api/hr-forms takes. */
export const HrFormInput = z.discriminatedUnion(
  'formType',
  [
    z.strictObject({ formType: z.literal('employment-application'), formData: EmploymentApplication, ...toFolder }),
    z.strictObject({ formType: z.literal('handbook-acknowledgment'), formData: HandbookAcknowledgment, ...toFolder }),
    z.strictObject({ formType: z.literal('performance-review'), formData: PerformanceReview, ...toFolder }),
  ],
  `Please choose one of: ${PortalFormType.options.join(', ')}.`,
)
export type HrFormInput = z.infer<typeof HrFormInput>

/** Answers by the names of their fields. */
export const FormData = z.record(z.string(), z.union([z.string(), z.boolean(), z.null()]))
export type FormData = z.infer<typeof FormData>

export const HrFormSubmission = z.object({
  id: Id,
  formType: z.string(),
  formData: FormData,
  /** The form's title and version when it was sent. */
  formTitle: z.string(),
  formVersion: z.int(),
  /** Whom it is about, as it says itself; null where it names nobody. */
  subjectName: z.string().nullable(),
  /** Typed in the portal, or read from a PDF. */
  source: z.enum(['portal', 'pdf']),
  submittedById: Id,
  submittedByName: z.string().nullable(),
  /** Null for the team's own forms and for those of people without a folder: only the sender and administrators see them. */
  clientFolderId: Id.nullable(),
  clientFolderName: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...kept,
})
export type HrFormSubmission = z.infer<typeof HrFormSubmission>

export const HrFormReceipt = z.object({ message: z.string(), submission: HrFormSubmission })
/** A form of ours has about 80 KB; this leaves room for what viewers add when they save it. */
export const filledLimitBytes = 2 * 1_048_576

export const submittedSentence = 'Form submitted successfully'

/** What somebody has typed so far and not sent. Any text will do; it is checked when it is sent. */
const draftText = z
  .string()
  .max(textLimit, `Please use at most ${textLimit.toLocaleString('en-US')} characters.`)
  .refine(storable, 'This contains characters that cannot be stored.')
const draftOf = (schema: z.ZodObject) =>
  z.strictObject(Object.fromEntries(Object.keys(schema.shape).map((name) => [name, draftText.optional()])))

export const HrFormDraftInput = z.strictObject({ formData: z.record(z.string(), z.unknown()) })

export const HrFormDraft = z.object({
  formData: z.record(z.string(), z.string()),
  /** Null where there is no draft. */
  savedAt: Instant.nullable(),
})
export type HrFormDraft = z.infer<typeof HrFormDraft>

/** The typed fields of this form. @throws DomainError naming what is no field, or can't be stored */
export function draftFor(formType: PortalFormType, formData: unknown): Record<string, string> {
  return accepted(draftOf(portalForms[formType]), formData) as Record<string, string>
}

/** Whom it is about: the applicant, or the employee. */
export function subjectOf(answers: FormData): string | null {
  const name = answers.employeeName ?? [answers.firstName, answers.lastName].filter((part) => part).join(' ')
  return typeof name === 'string' && name.trim() !== '' ? name.slice(0, 2 * nameLimit + 1) : null
}

/** The value as the schema makes it. @throws DomainError with an issue for each mistake, those found before among them, in the order of the form */
export function accepted(schema: z.ZodType, value: unknown, found: Issue[] = [], order: string[] = []): unknown {
  const parsed = schema.safeParse(value)
  const known = new Set(found.map(({ path }) => path))
  const more = (parsed.error?.issues ?? [])
    .map(({ path, message, code, ...issue }) =>
      code === 'unrecognized_keys' && 'keys' in issue
        ? { path: '', message: `We do not know ${(issue.keys as string[]).map((key) => `"${key}"`).join(', ')} here.` }
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

// A dated change of the law for Virginia employers: what changes, when, for whom, its legal status, and how well that
// was checked.
import { z } from 'zod'
import { type Applies, applies, AppliesTo, type Employer, Sector } from './audience.ts'
import { isLibraryLink, Slug } from './hr-policy.ts'
import { CalendarDate, Id } from './text.ts'

/**
 * 'official': found in an official source. 'reported': found in reports of law firms, payroll vendors, or the press.
 */
export const Checked = z.enum(['official', 'reported'])
export const checkedWords: Record<z.infer<typeof Checked>, string> = {
  official: 'Checked in an official source',
  reported: 'Based on reports by law firms, payroll vendors, or the press',
}

/** The legal status, besides the effective date. */
export const LegalStatus = z.enum([
  'enacted',
  'proposed',
  'enjoined',
  'vetoed',
  'needs-reenactment',
  'decided',
  'guidance',
])
export type LegalStatus = z.infer<typeof LegalStatus>

/** An enacted law is in force from its date; a court or agency statement applies from when it was made. */
const holds: readonly LegalStatus[] = ['enacted', 'decided', 'guidance']

/** "In force", "Enacted, not yet in force", "Enjoined by a court" */
export function legalStatusWords({ legalStatus, status }: Pick<LawChange, 'legalStatus' | 'status'>): string {
  if (legalStatus === 'enacted') return status === 'in-force' ? 'In force' : 'Enacted, not yet in force'
  return otherStatusWords[legalStatus]
}

const otherStatusWords: Record<Exclude<LegalStatus, 'enacted'>, string> = {
  proposed: 'Proposed, not law',
  enjoined: 'Enjoined by a court',
  vetoed: 'Vetoed, not law',
  'needs-reenactment': 'Passed, needs reenactment',
  decided: 'Court decision',
  guidance: 'Agency guidance',
}

const sentence = (limit: number) => z.string().trim().min(1).max(limit)

/** The section of a policy that the change affects. */
const Place = z.strictObject({ slug: Slug, anchor: z.string().regex(/^[a-z0-9-]+$/), heading: sentence(120) })

const Citation = z.strictObject({
  text: sentence(100),
  url: z
    .string()
    .refine((url) => url.startsWith('https://') && isLibraryLink(url), 'A citation must have an https URL.'),
})

const fields = {
  slug: Slug,
  title: sentence(120),
  /** The effective date, or the date by which something must be done. */
  date: CalendarDate,
  /** 'year' if only the year is known. */
  precision: z.enum(['day', 'year']),
  what: sentence(600),
  appliesTo: AppliesTo,
  /** A further restriction among these employers: "Hospitals only". */
  only: sentence(100).nullable(),
  policies: z.array(Place).min(1),
  citations: z.array(Citation).min(1),
  legalStatus: LegalStatus,
  /** The source: who reported it, and when. */
  source: sentence(200),
  checked: Checked,
  /** The date of the source: a year, a month, or a day. */
  asOf: z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/),
  /** What is unsettled about it. */
  note: sentence(300).nullable(),
  /** A suggested assignment for a client. */
  task: z.strictObject({ title: sentence(200), description: sentence(1000) }),
}

/** An entry of `content/law-changes.yaml`. */
export const LawChangeEntry = z.strictObject({
  ...fields,
  note: fields.note.default(null),
  only: fields.only.default(null),
  precision: fields.precision.default('day'),
})
export type LawChangeEntry = z.infer<typeof LawChangeEntry>

export const LawChangeStatus = z.enum(['upcoming', 'in-force'])
export type LawChangeStatus = z.infer<typeof LawChangeStatus>

export const LawChange = z.object({
  id: Id,
  ...fields,
  policies: z.array(z.object({ ...Place.shape, title: z.string() })),
  status: LawChangeStatus,
  /** Whether it applies to the given employer. */
  applies: z.enum(['yes', 'unknown']),
})
export type LawChange = z.infer<typeof LawChange>

/** A change is in force from its date; a bill that is not law is not in force on its date. */
export const statusOn = (
  { date, legalStatus }: Pick<LawChangeEntry, 'date' | 'legalStatus'>,
  today: string,
): LawChangeStatus => (date > today || !holds.includes(legalStatus) ? 'upcoming' : 'in-force')

/** Whether it applies to an employer, as far as size and sector decide. */
export function appliesToEmployer(
  { appliesTo, only }: Pick<LawChangeEntry, 'appliesTo' | 'only'>,
  employer: Employer,
): Applies {
  const answer = applies(appliesTo, employer)
  return answer === 'yes' && only !== null ? 'unknown' : answer
}

/** How many of the user's clients a change affects. */
export const AffectedCount = z.object({ id: Id, applies: z.int(), mayApply: z.int() })
export type AffectedCount = z.infer<typeof AffectedCount>

/** A client that a change affects or may affect. */
export const AffectedClient = z.object({
  id: Id,
  name: z.string(),
  headCount: z.int().nullable(),
  /** From the request, if the number of employees is unknown: "11-50". */
  companySize: z.string().nullable(),
  sector: Sector.nullable(),
  applies: z.enum(['yes', 'unknown']),
})
export type AffectedClient = z.infer<typeof AffectedClient>

/** Upcoming ones first, the next one on top; then those in force, latest first. */
export function inOrder<T extends { date: string; slug: string; status: LawChangeStatus }>(changes: readonly T[]): T[] {
  const bySlug = (a: T, b: T) => (a.slug < b.slug ? -1 : 1)
  const of = (status: LawChangeStatus, sign: 1 | -1) =>
    changes
      .filter((change) => change.status === status)
      .toSorted((a, b) => (a.date === b.date ? bySlug(a, b) : a.date < b.date ? -sign : sign))
  return [...of('upcoming', 1), ...of('in-force', -1)]
}

// A dated change of the law that Virginia employers meet: what changes, when, for whom, where it stands, and how well that was checked.
import { z } from 'zod'
import { AppliesTo } from './audience.ts'
import { isLibraryLink, Slug } from './hr-policy.ts'
import { CalendarDate, Id } from './text.ts'

/** 'official': seen in an official source. 'reported': seen in reports of law firms, payroll vendors or the press. */
export const Checked = z.enum(['official', 'reported'])
export const checkedWords: Record<z.infer<typeof Checked>, string> = {
  official: 'Checked in an official source',
  reported: 'Checked in reports by law firms, payroll vendors or the press',
}

const sentence = (limit: number) => z.string().trim().min(1).max(limit)

/** The section of a policy that the change touches. */
const Place = z.strictObject({ slug: Slug, anchor: z.string().regex(/^[a-z0-9-]+$/), heading: sentence(120) })

const Citation = z.strictObject({
  text: sentence(100),
  url: z.string().refine((url) => url.startsWith('https://') && isLibraryLink(url), 'A citation has an https address.'),
})

const said = {
  slug: Slug,
  title: sentence(120),
  /** The day from which it holds, or by which it is done. */
  date: CalendarDate,
  what: sentence(600),
  appliesTo: AppliesTo,
  policies: z.array(Place).min(1),
  citations: z.array(Citation).min(1),
  checked: Checked,
  /** The date that the source carries: a year, a month or a day. */
  asOf: z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/),
  /** What is open about it. */
  note: sentence(300).nullable(),
  /** What a consultant may ask a client to do. */
  task: z.strictObject({ title: sentence(200), description: sentence(1000) }),
}

/** As it stands in `content/law-changes.yaml`. */
export const LawChangeEntry = z.strictObject({ ...said, note: said.note.default(null) })
export type LawChangeEntry = z.infer<typeof LawChangeEntry>

export const LawChangeStatus = z.enum(['upcoming', 'in-force'])
export type LawChangeStatus = z.infer<typeof LawChangeStatus>

export const LawChange = z.object({
  id: Id,
  ...said,
  policies: z.array(z.object({ ...Place.shape, title: z.string() })),
  status: LawChangeStatus,
  /** Whether it concerns the employer that was asked about. */
  applies: z.enum(['yes', 'unknown']),
})
export type LawChange = z.infer<typeof LawChange>

/** A change that comes on a day holds on that day. */
export const statusOn = ({ date }: Pick<LawChangeEntry, 'date'>, today: string): LawChangeStatus =>
  date > today ? 'upcoming' : 'in-force'

/** Upcoming ones first, the next on top; then those in force, the latest on top. */
export function inOrder<T extends { date: string; slug: string; status: LawChangeStatus }>(changes: readonly T[]): T[] {
  const bySlug = (a: T, b: T) => (a.slug < b.slug ? -1 : 1)
  const of = (status: LawChangeStatus, sign: 1 | -1) =>
    changes
      .filter((change) => change.status === status)
      .toSorted((a, b) => (a.date === b.date ? bySlug(a, b) : a.date < b.date ? -sign : sign))
  return [...of('upcoming', 1), ...of('in-force', -1)]
}

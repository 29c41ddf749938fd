import { officeDate } from '../../domain/time.ts'
import type { HrFormView } from '../../domain/hr-form.ts'

/** What the specification puts into fields beforehand and the PDF leaves to anyone who fills it in. */
const beforehand: Record<string, (now: Date) => string> = {
  workEligibility: () => 'yes',
  acknowledgmentDate: officeDate,
}

/** The initial values of the fields. */
export const valuesAtFirst = ({ sections }: Pick<HrFormView, 'sections'>, now: Date): Record<string, string> =>
  Object.fromEntries(
    sections.flatMap(({ fields }) =>
      fields.map(({ name, value }) => [name, value ?? beforehand[name]?.(now) ?? ''] as const),
    ),
  )

/** The fields as texts; one that a browser has emptied is an empty text. */
export const formValues = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : ''] as const),
  )

/** The values of a draft over those at first; what an earlier version of the form asked is left out. */
export const withDraft = (atFirst: Record<string, string>, draft: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(atFirst).map(([name, value]) => [name, draft[name] ?? value] as const))

// The details of an entry: old and new values, and other recorded facts, as text.
import type { AuditEntry } from '../../domain/audit-log.ts'
import { formatMoney } from '../kit/money.ts'

export interface Fact {
  label: string
  /** Null where there is no before. */
  before: string | null
  after: string
}

export function factsOf({ details, people }: Pick<AuditEntry, 'details' | 'people'>): Fact[] {
  const { before, after, ...rest } = details
  const words = (key: string, value: unknown) => valueWords(key, value, people)
  const fact = (key: string, value: unknown): Fact => ({ label: labelOf(key), before: null, after: words(key, value) })
  return [
    ...changesOf(before, after).map(({ key, was, is }) => ({
      label: labelOf(key),
      before: words(key, was),
      after: words(key, is),
    })),
    ...Object.entries(rest).map(([key, value]) => fact(key, value)),
  ]
}

interface Change {
  key: string
  was: unknown
  is: unknown
}

/** A status alone, or several fields; of these the ones that differ. */
function changesOf(before: unknown, after: unknown): Change[] {
  if (before === undefined && after === undefined) return []
  if (!isFields(before) && !isFields(after)) return [{ key: 'status', was: before, is: after }]
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((key) => ({ key, was: was[key], is: is[key] }))
    .filter((change) => JSON.stringify(change.was) !== JSON.stringify(change.is))
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldsOf = (value: unknown) => (isFields(value) ? value : {})

/** "assignedStaffId" reads "Assigned staff", "withoutVersion" "Without version". */
export function labelOf(key: string): string {
  const words = key
    .replace(/Ids?$/, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const isMoney = (key: string) =>
  /^(total|subtotal|tax|amount|balance)$|(Total|Amount|Value|Cost|Rate|Balance)$/.test(key)

function valueWords(key: string, value: unknown, people: Record<string, string>): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return isMoney(key) ? formatMoney(value) : String(value)
  if (Array.isArray(value)) return value.map((each) => valueWords(key, each, people)).join(', ') || 'nothing'
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, each]) => `${labelOf(name)}: ${valueWords(name, each, people)}`)
      .join('; ')
  // oxlint-disable-next-line typescript/no-base-to-string
  const text = String(value)
  return people[text] ?? (key === 'fields' ? labelOf(text) : key === 'status' ? text.replaceAll('-', ' ') : text)
}

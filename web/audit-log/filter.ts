// What the audit page shows, as it is in its address.
import { CalendarDate, Id } from '../../domain/text.ts'
import { type SearchParams, useSearchParams } from '../kit/url-state.ts'
import type { AuditFilter } from './queries.ts'

const names = ['actorId', 'clientFolderId', 'entityType', 'entityId', 'action', 'from', 'to'] as const
type Name = (typeof names)[number]

/** What the server would refuse is left out: an address is typed, too. */
const isGood: Record<Name, (value: string) => boolean> = {
  actorId: (value) => Id.safeParse(value).success,
  clientFolderId: (value) => Id.safeParse(value).success,
  entityId: (value) => Id.safeParse(value).success,
  entityType: (value) => value.length <= 200,
  action: (value) => value.length <= 200,
  from: (value) => CalendarDate.safeParse(value).success,
  to: (value) => CalendarDate.safeParse(value).success,
}

export function filterIn(search: SearchParams): AuditFilter {
  const given = names.flatMap((name) => {
    const value = search[name] ?? ''
    return value !== '' && isGood[name](value) ? [[name, value]] : []
  })
  return Object.fromEntries(given) as AuditFilter
}

export function useAuditFilter(): [AuditFilter, (change: Partial<Record<Name, string>>) => void, () => void] {
  const [search, change] = useSearchParams()
  const set = (values: Partial<Record<Name, string | undefined>>) => change(values, { replace: true })
  return [
    filterIn(search),
    (values) => set(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value || undefined]))),
    () => set(Object.fromEntries(names.map((name) => [name, undefined]))),
  ]
}

// What the audit page shows, as it stands in its address.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CalendarDate, Id } from '../../domain/text.ts'
import { asWritten } from '../kit/url-state.ts'
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

export function filterIn(search: Record<string, unknown>): AuditFilter {
  const given = names.flatMap((name) => {
    const value = search[name]
    const text = typeof value === 'number' ? String(value) : value
    return typeof text === 'string' && text !== '' && isGood[name](text) ? [[name, text]] : []
  })
  return Object.fromEntries(given) as AuditFilter
}

export function useAuditFilter(): [AuditFilter, (change: Partial<Record<Name, string>>) => void, () => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (next: (old: Record<string, unknown>) => Record<string, unknown>) =>
    void navigate({ to: '.', search: next, replace: true, resetScroll: false })
  return [
    filterIn(search),
    (change) =>
      go((old) => ({
        ...old,
        ...Object.fromEntries(
          Object.entries(change).map(([name, value]) => [name, value === '' ? undefined : asWritten(value)]),
        ),
      })),
    () => go(() => ({})),
  ]
}

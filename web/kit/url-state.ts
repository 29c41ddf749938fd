import { rootRouteId, useNavigate, useSearch } from '@tanstack/react-router'
import { z } from 'zod'

const text = z.string().optional()

/** Every parameter that a page's address may carry. Its panels share them: a folder's tabs are on two pages. */
export const SearchParams = z.object({
  action: text,
  actorId: text,
  assignment: text,
  business: text,
  clientFolderId: text,
  conversation: text,
  create: text,
  documents: text,
  entityId: text,
  entityType: text,
  folder: text,
  folders: text,
  for: text,
  form: text,
  from: text,
  headCount: text,
  kind: text,
  letter: text,
  only: text,
  open: text,
  order: text,
  person: text,
  proposals: text,
  q: text,
  request: text,
  requests: text,
  role: text,
  sector: text,
  standing: text,
  status: text,
  tab: text,
  to: text,
  type: text,
  user: text,
  version: text,
  who: text,
})
export type SearchParams = z.output<typeof SearchParams>

/** Parameters are text: a search for "123" or "true" stays what was typed. */
export const parseSearch = (search: string) => Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Record<string, unknown>) {
  const given = Object.entries(search).filter(([, value]) => value !== undefined)
  const params = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return params.size > 0 ? `?${params}` : ''
}

/** Reads the parameters of the address, and changes some of them; `undefined` removes one. */
export function useSearchParams(): [SearchParams, (changes: SearchParams, options: { replace: boolean }) => void] {
  const navigate = useNavigate()
  return [
    useSearch({ from: rootRouteId }),
    (changes, { replace }) =>
      void navigate({ to: '.', search: (old) => ({ ...old, ...changes }), replace, resetScroll: false }),
  ]
}

/**
 * A tab, filter or search text that lives in the address, so that Back and a copied link work. Empty means the fallback.
 * With `backCloses` the step away from the fallback is one that Back undoes: for what opens over or beside a list.
 */
export function useUrlState(
  name: keyof SearchParams,
  fallback: string,
  { backCloses = false } = {},
): [string, (value: string) => void] {
  const [{ [name]: value = fallback }, change] = useSearchParams()
  return [
    value,
    (next) =>
      change({ [name]: next === fallback ? undefined : next }, { replace: !(backCloses && value === fallback) }),
  ]
}

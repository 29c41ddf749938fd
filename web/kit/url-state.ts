import { rootRouteId, useNavigate, useSearch } from '@tanstack/react-router'
import { z } from 'zod'

const text = z.string().optional()

/** Every parameter that a page's address may carry. The router lists those of each page. */
export const SearchParams = z.object({
  action: text,
  actorId: text,
  assignment: text,
  business: text,
  clientFolderId: text,
  conversation: text,
  create: text,
  documents: text,
  email: text,
  employee: text,
  entityId: text,
  entityType: text,
  files: text,
  folder: text,
  folders: text,
  for: text,
  form: text,
  from: text,
  headCount: text,
  kind: text,
  message: text,
  only: text,
  open: text,
  order: text,
  panel: text,
  person: text,
  proposals: text,
  q: text,
  request: text,
  requests: text,
  role: text,
  sector: text,
  staff: text,
  status: text,
  subfolder: text,
  tab: text,
  tag: text,
  to: text,
  training: text,
  trainings: text,
  type: text,
  user: text,
  version: text,
  view: text,
  who: text,
  whose: text,
  year: text,
})
export type SearchParams = z.output<typeof SearchParams>
export type SearchName = keyof SearchParams

/** Validates the parameters with these names. */
export const validateSearch =
  <Name extends SearchName>(names: readonly Name[]) =>
  (search: Record<string, unknown>): Pick<SearchParams, Name> => {
    const params = SearchParams.parse(search)
    const given = names.filter((name) => params[name] !== undefined)
    return Object.fromEntries(given.map((name) => [name, params[name]])) as Pick<SearchParams, Name>
  }

/** Parameters are text: a search for "123" or "true" must not become a number or a boolean. */
export const parseSearch = (search: string) => Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Record<string, unknown>) {
  const given = Object.entries(search).filter(([, value]) => value !== undefined)
  const params = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return params.size > 0 ? `?${params}` : ''
}

/**
 * Reads the parameters of the address, and changes some of them; `undefined` removes one. The same panel is on several
 * pages, so it reads any parameter, and not those of one page.
 */
export function useSearchParams(): [SearchParams, (changes: SearchParams, options: { replace: boolean }) => void] {
  const navigate = useNavigate()
  return [
    useSearch({ from: rootRouteId }) as SearchParams,
    (changes, { replace }) =>
      void navigate({ to: '.', search: (old) => ({ ...old, ...changes }), replace, resetScroll: false }),
  ]
}

/**
 * A tab, filter, or search text in the URL, so that Back and copied links work. An empty string means the default. With
 * `backCloses`, leaving the default adds a history entry: for panels that Back closes.
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

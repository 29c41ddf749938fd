import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * A tab, filter or search text that lives in the address, so that Back and a copied link work. Empty means the fallback.
 * With `backCloses` the step away from the fallback is one that Back undoes: for what opens over or beside a list.
 */
export function useUrlState(
  name: string,
  fallback: string,
  { backCloses = false } = {},
): [string, (value: string) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const value = search[name]
  const set = (next: string) =>
    void navigate({
      to: '.',
      search: (old: Record<string, unknown>) => ({ ...old, [name]: next === fallback ? undefined : asWritten(next) }),
      replace: !(backCloses && (value === undefined || value === fallback)),
      resetScroll: false,
    })
  return [typeof value === 'string' || typeof value === 'number' ? String(value) : fallback, set]
}

/** The router reads a bare number as one, and would put quotation marks around a text of digits. */
export const asWritten = (value: string): string | number => (/^[1-9]\d{0,14}$/.test(value) ? Number(value) : value)

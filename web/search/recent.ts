// What this person opened from the search lately. Only kinds and ids stay in the browser; the names are asked for each time, so
// that nothing of a client remains on the device, and nothing is shown that one may no longer see.
import type { SearchItem, SearchKind } from '../../domain/search.ts'
import { maxRecent } from '../../domain/search.ts'

const keyOf = (userId: string) => `portal-found-${userId}`

export const recentOf = (userId: string): string[] =>
  (localStorage.getItem(keyOf(userId)) ?? '').split(',').filter(Boolean)

export function remember(userId: string, kind: SearchKind, { id }: Pick<SearchItem, 'id'>) {
  const name = `${kind}:${id}`
  const others = recentOf(userId).filter((each) => each !== name)
  localStorage.setItem(keyOf(userId), [name, ...others].slice(0, maxRecent).join(','))
}

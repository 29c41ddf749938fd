// Searches, and what they find.
import { expect } from 'vitest'
import type { SearchItem, SearchKind } from '../domain/search.ts'
import type { Caller } from './test-app.ts'

export type FoundItems = Partial<Record<SearchKind, SearchItem[]>>

const groupsOf = (groups: { kind: SearchKind; items: SearchItem[] }[]): FoundItems =>
  Object.fromEntries(groups.map(({ kind, items }) => [kind, items]))

export async function find(caller: Caller, q: string): Promise<FoundItems> {
  const { status, body, text } = await caller.get(`/api/search?q=${encodeURIComponent(q)}`)
  expect(status, text).toBe(200)
  return groupsOf(body.groups)
}

export const idsOf = (found: FoundItems) => Object.values(found).flatMap((items) => items.map(({ id }) => id))

/** The ids of those recent items that the caller may still see. */
export const recentIds = async (caller: Caller, recent: string) =>
  idsOf(groupsOf((await caller.get(`/api/search?recent=${recent}`)).body.groups))

import { queryOptions } from '@tanstack/react-query'
import { readRequirement } from '../../api/second-factor.ts'
import { listUsers, listUserSessions, readHoldings, readUser, readUserFigures } from '../../api/users.ts'
import type { Role } from '../../domain/actor.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'
import { orders } from './words.ts'

export interface UserFilter {
  q: string
  /** Empty: everyone. */
  role: Role | ''
  active: 'true' | 'false' | ''
  order: string
}

/** What the list is asked for; the same as CSV. */
export const usersQuery = ({ q, role, active, order }: UserFilter) => {
  const known = orders.find(({ value }) => value === order)?.value
  return {
    ...(q === '' ? {} : { q }),
    ...(role === '' ? {} : { role }),
    ...(active === '' ? {} : { isActive: active }),
    ...(known === undefined ? {} : { order: known }),
  }
}

export const usersFound = (filter: UserFilter) => pagesOf(['users'], listUsers, { query: usersQuery(filter) })

export const userFigures = queryOptions({
  queryKey: ['users', 'figures'],
  queryFn: ({ signal }) => call(readUserFigures, { signal }),
})

export const userById = (id: string) =>
  queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => call(readUser, { params: { id }, signal }),
  })

/** Never cached: sessions begin and end without a live event. */
export const sessionsOf = (id: string) => ({
  ...pagesOf(['users', 'sessions', id], listUserSessions, { params: { id }, query: { limit: 5 } }),
  staleTime: 0,
})

export const requirement = queryOptions({
  queryKey: ['users', 'second-factor-requirement'],
  queryFn: ({ signal }) => call(readRequirement, { signal }),
})

export const holdingsOf = (id: string) =>
  queryOptions({
    queryKey: ['users', 'holdings', id],
    queryFn: ({ signal }) => call(readHoldings, { params: { id }, signal }),
    staleTime: 0,
  })

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  listBookingHours,
  listBookings,
  readBookingByLink,
  readBookingTimes,
  readBookingTimesByLink,
  readFolderBookingTimes,
} from '../../api/bookings.ts'
import type { BookingTimes } from '../../domain/booking-times.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export type BookingsView = 'upcoming' | 'past' | 'cancelled'

export const bookingsFound = (view: BookingsView) => pagesOf(['bookings'], listBookings, { query: { limit: 50, view } })

/** The next appointment in a folder, if there is one. */
export const nextBookingOf = (folderId: string) =>
  pagesOf(['bookings', folderId], listBookings, { query: { limit: 1, view: 'upcoming', clientFolderId: folderId } })

type ReadTimes = (from: string | null, signal: AbortSignal) => Promise<BookingTimes>

/** Free times, a few days at a time. Its key starts with the type of live events, because each booking takes a time. */
const timesFrom = (key: readonly string[], read: ReadTimes) =>
  infiniteQueryOptions({
    queryKey: ['bookings', 'times', ...key],
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    meta: { mayBeSignedOut: true },
    staleTime: 0,
  })

const fromDay = (from: string | null) => (from === null ? {} : { from })

/** The times at which anyone on the team is free, for visitors. */
export const visitorTimes = timesFrom(['visitor'], (from, signal) =>
  call(readBookingTimes, { query: fromDay(from), signal }),
)

/** @param consultantId empty for the folder's lead */
export const folderTimes = (folderId: string, consultantId: string) =>
  timesFrom(['folder', folderId, consultantId], (from, signal) =>
    call(readFolderBookingTimes, {
      params: { id: folderId },
      query: { ...fromDay(from), ...(consultantId === '' ? {} : { consultantId }) },
      signal,
    }),
  )

export const timesByLink = (token: string) =>
  timesFrom(['link', token], (from, signal) =>
    call(readBookingTimesByLink, { body: { token, ...fromDay(from) }, signal }),
  )

export const bookingByLink = (token: string) =>
  queryOptions({
    queryKey: ['booking-link', token],
    queryFn: ({ signal }) => call(readBookingByLink, { body: { token }, signal }),
    meta: { mayBeSignedOut: true },
    staleTime: 0,
    gcTime: 0,
  })

export const bookingHours = queryOptions({
  queryKey: ['booking-hours'],
  queryFn: ({ signal }) => call(listBookingHours, { signal }),
})

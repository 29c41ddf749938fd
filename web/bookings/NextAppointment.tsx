import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDate } from '../kit/dates.ts'
import { useNow } from '../kit/now.ts'
import { nextBookingOf } from './queries.ts'
import { otherSide, spanWords } from './words.ts'

/** A client's next appointment in a folder; nothing if there is none. */
export function NextAppointment({ folderId }: { folderId: string }) {
  const now = useNow()
  const [booking] = useInfiniteQuery(nextBookingOf(folderId)).data?.pages[0]?.items ?? []
  if (booking === undefined) return null
  return (
    <section aria-label="Next appointment" className="rounded-lg border border-line bg-surface p-4 shadow-sheet sm:p-5">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="text-panel text-ink">Next appointment</h3>
        <Link to="/bookings" className="link finger-high text-meta">
          Appointments
        </Link>
      </div>
      <p className="tabular mt-2 text-body text-ink">
        {formatDate(booking.startsAt, now)}, {spanWords(booking)}
      </p>
      <p dir="auto" className="mt-0.5 line-clamp-2 text-body wrap-anywhere own-direction text-ink-2">
        {booking.topic}
      </p>
      <p className="mt-0.5 text-meta text-ink-3">With {otherSide(booking, false)}</p>
    </section>
  )
}

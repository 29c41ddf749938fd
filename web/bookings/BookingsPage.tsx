import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarPlus, Clock, MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { mayUsePart } from '../../domain/folder-rights.ts'
import { Button } from '../kit/Button.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { portalConfig } from '../kit/config.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList, useActionsAbove } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useCreateDialog } from '../kit/use-create-dialog.ts'
import { ViewTabs } from '../kit/ViewTabs.tsx'
import { useHome } from '../session/names.ts'
import { useUser } from '../session/use-auth.ts'
import { BookingHoursDialog } from './BookingHoursDialog.tsx'
import { BookingRow } from './BookingRow.tsx'
import { ClientBookingDialog } from './ClientBookingDialog.tsx'
import { FolderBookingDialog } from './FolderBookingDialog.tsx'
import { bookingsFound } from './queries.ts'
import { texts } from './words.ts'

const views = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
  { value: 'cancelled', label: 'Canceled' },
] as const

const emptyTitles = {
  upcoming: 'No upcoming appointments',
  past: 'No past appointments',
  cancelled: 'No canceled appointments',
}

/** The appointments of the team, and of a client. */
export default function BookingsPage() {
  const user = useUser()
  const isTeam = user.role !== 'client'
  const [chosen, setView] = useUrlState('view', 'upcoming')
  const view = views.find(({ value }) => value === chosen)?.value ?? 'upcoming'
  const query = useInfiniteQuery(bookingsFound(view))
  const hasActionsAbove = useActionsAbove(query, view !== 'upcoming')
  const [creating, setCreating] = useCreateDialog()
  const [settingHours, setSettingHours] = useState(false)
  // Bookkeepers have no appointments.
  const hasAppointments = mayUsePart(user, 'messages')
  const canBook = hasAppointments && portalConfig().booking === '/book'
  const actions = (
    <>
      {isTeam && hasAppointments && (
        <Button onClick={() => setSettingHours(true)}>
          <Clock />
          Booking hours
        </Button>
      )}
      {canBook && (
        <Button variant="primary" onClick={() => setCreating(true)}>
          <CalendarPlus />
          Book an appointment
        </Button>
      )}
    </>
  )
  const isBookedElsewhere = hasAppointments && !canBook && portalConfig().booking !== ''
  const emptyAction =
    isTeam || canBook ? (
      <div className="flex flex-wrap justify-center gap-2">{actions}</div>
    ) : isBookedElsewhere ? (
      <a href={portalConfig().booking} rel="noreferrer" className={buttonStyle('primary')}>
        <CalendarPlus />
        Book an appointment
      </a>
    ) : (
      <Link to="/messages" className={buttonStyle('primary')}>
        <MessageSquareText />
        Send a message
      </Link>
    )
  const BookDialog = isTeam ? ClientBookingDialog : FolderBookingDialog
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Appointments"
        description={isTeam ? texts.teamPage : texts.clientPage}
        actions={hasActionsAbove && actions}
      />
      <ViewTabs label="View" tabs={views} value={view} onChange={setView} />
      <Panel flush>
        <PagedList
          query={query}
          more="Show more appointments"
          loading={<SkeletonRows label="Loading appointments" />}
          empty={
            <EmptyState title={emptyTitles[view]} action={view === 'upcoming' ? emptyAction : undefined}>
              {isTeam
                ? texts.noneForTeam
                : canBook || isBookedElsewhere
                  ? texts.noneForClient
                  : texts.noneWithoutBooking}
            </EmptyState>
          }
        >
          {(bookings) => (
            <RowList label="Appointments">
              {bookings.map((booking) => (
                <BookingRow key={booking.id} booking={booking} isTeam={isTeam} />
              ))}
            </RowList>
          )}
        </PagedList>
      </Panel>
      {creating && canBook && <BookDialog onClose={() => setCreating(false)} />}
      {settingHours && <BookingHoursDialog onClose={() => setSettingHours(false)} />}
    </>
  )
}

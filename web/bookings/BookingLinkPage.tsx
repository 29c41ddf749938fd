import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { cancelBookingByLink, rescheduleBookingByLink } from '../../api/bookings.ts'
import { appointmentTime, type BookingByLink, BookingChange } from '../../domain/booking.ts'
import { Button } from '../kit/Button.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { call, CallError, sentenceOf } from '../kit/call.ts'
import { portalConfig } from '../kit/config.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { DownloadLink } from '../kit/DownloadLink.tsx'
import { ErrorState } from '../kit/EmptyState.tsx'
import { FirmContact } from '../kit/FirmContact.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { usePageTitle } from '../kit/page-title.ts'
import { Panel } from '../kit/Panel.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { toast } from '../kit/toast-store.ts'
import { LinkNotFoundPage } from '../shell/plain-pages.tsx'
import { bookingByLink, timesByLink } from './queries.ts'
import { TimesField } from './TimesField.tsx'
import { texts } from './words.ts'

/** A visitor's appointment, opened by its private link. */
export default function BookingLinkPage() {
  const { token } = useParams({ from: '/bookings/$token' })
  const query = useQuery(bookingByLink(token))
  if (query.error instanceof CallError && query.error.status === 404)
    return (
      <LinkNotFoundPage
        noun="appointment"
        action={portalConfig().booking !== '' && { href: portalConfig().booking, label: 'Book an appointment' }}
      />
    )
  return (
    <div className="mx-auto max-w-[560px] pt-4 sm:pt-10">
      <Title />
      <Panel className="mt-6" flush={query.data === undefined}>
        {query.data !== undefined ? (
          <Appointment token={token} booking={query.data} />
        ) : query.isPending ? (
          <SkeletonRows rows={3} label="Loading your appointment" />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )}
      </Panel>
      <p className="mt-5 text-body text-ink-2">{texts.keepPrivate}</p>
      <FirmContact className="mt-2 text-body text-ink-2" />
    </div>
  )
}

function Title() {
  usePageTitle('Your appointment')
  return <h1 className="font-display text-title-phone text-ink sm:text-title">Your appointment</h1>
}

function Appointment({ token, booking }: { token: string; booking: BookingByLink }) {
  const [open, setOpen] = useState<'time' | 'cancel' | null>(null)
  const { consultantName, startsAt, status, cancelReason, allowed } = booking
  return (
    <>
      <div role="status">
        <p className="text-subtitle text-ink">
          {appointmentTime(startsAt)} {status === 'cancelled' && <Badge tone="danger">Canceled</Badge>}
        </p>
        <p className="mt-1 text-body text-ink-2">{consultantName !== null && <>With {consultantName}</>}</p>
        {cancelReason !== null && (
          <p className="mt-3 text-body wrap-anywhere whitespace-pre-line text-ink">Reason: {cancelReason}</p>
        )}
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        {status === 'booked' && (
          <DownloadLink address={`/bookings/${token}/calendar.ics`}>Add to calendar</DownloadLink>
        )}
        {allowed.includes('reschedule') && <Button onClick={() => setOpen('time')}>Choose another time</Button>}
        {allowed.includes('cancel') && (
          <Button variant="ghost" onClick={() => setOpen('cancel')}>
            Cancel appointment
          </Button>
        )}
        {status === 'cancelled' && portalConfig().booking !== '' && (
          <a href={portalConfig().booking} rel="noreferrer" className={buttonStyle()}>
            Book another appointment
          </a>
        )}
      </div>
      {open === 'time' && <TimeDialog token={token} onClose={() => setOpen(null)} />}
      <CancelQuestion token={token} open={open === 'cancel'} onClose={() => setOpen(null)} />
    </>
  )
}

function TimeDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const client = useQueryClient()
  const query = useInfiniteQuery(timesByLink(token))
  const form = useSaveForm({
    schema: BookingChange,
    defaultValues: { startsAt: '' },
    failure: 'Couldn’t reschedule the appointment',
    send: ({ startsAt }) => call(rescheduleBookingByLink, { body: { token, startsAt } }),
    success: 'Appointment rescheduled',
    queryKey: timesByLink(token).queryKey,
    onClose,
    onSaved: (booking) => void client.setQueryData(bookingByLink(token).queryKey, booking),
  })
  const startsAt = useWatch({ control: form.control, name: 'startsAt' })
  return (
    <FormDialog
      title="Choose another time"
      form={form}
      submit="Reschedule"
      submitting="Rescheduling..."
      onClose={onClose}
    >
      <TimesField
        query={query}
        register={form.register('startsAt')}
        value={startsAt}
        error={form.errorOf('startsAt')}
      />
    </FormDialog>
  )
}

type CancelProps = { token: string; open: boolean; onClose: () => void }

function CancelQuestion({ token, open, onClose }: CancelProps) {
  const client = useQueryClient()
  const { queryKey } = bookingByLink(token)
  const cancel = useMutation({
    mutationFn: () => call(cancelBookingByLink, { body: { token } }),
    onSuccess: (booking) => {
      toast.success('Appointment canceled')
      client.setQueryData(queryKey, booking)
    },
    onError: (error) => {
      toast({
        title: 'Couldn’t cancel the appointment',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      })
      void client.invalidateQueries({ queryKey })
    },
    onSettled: onClose,
  })
  return (
    <AskDialog
      open={open}
      title="Cancel this appointment?"
      question={texts.cancelOwn}
      keep="Keep appointment"
      act="Cancel appointment"
      danger
      pending={cancel.isPending}
      onCancel={onClose}
      onAct={() => cancel.mutate()}
    />
  )
}

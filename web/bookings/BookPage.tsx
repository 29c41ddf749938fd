import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { createVisitorBooking } from '../../api/bookings.ts'
import { appointmentTime, type BookedByVisitor, VisitorBookingInput } from '../../domain/booking.ts'
import { Button } from '../kit/Button.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { call } from '../kit/call.ts'
import { portalConfig } from '../kit/config.ts'
import { CopyField } from '../kit/CopyField.tsx'
import { DecoyField } from '../kit/DecoyField.tsx'
import { DownloadLink } from '../kit/DownloadLink.tsx'
import { ErrorState } from '../kit/EmptyState.tsx'
import { FirmContact } from '../kit/FirmContact.tsx'
import { usePortalForm } from '../kit/form.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { usePageTitle } from '../kit/page-title.ts'
import { Panel } from '../kit/Panel.tsx'
import { useSecondsOpen } from '../kit/seconds-open.ts'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { TextArea, TextField } from '../kit/TextField.tsx'
import { visitorTimes } from './queries.ts'
import { TimesField } from './TimesField.tsx'
import { WaysToReach } from './WaysToReach.tsx'
import { texts } from './words.ts'

const title = 'Book an appointment'

/** The public page on which a visitor books an appointment. */
export default function BookPage() {
  usePageTitle(title)
  const query = useInfiniteQuery(visitorTimes)
  const [booked, setBooked] = useState<BookedByVisitor | null>(null)
  const terms = query.data?.pages[0]
  const hasTimes = terms?.mode === 'portal' && terms.days.length > 0
  // Where nothing can be booked, the ways to reach the firm are in the panel.
  const showsContact =
    booked !== null || (!query.isPending && (terms === undefined || hasTimes || terms.mode === 'link'))
  return (
    <div className="mx-auto max-w-[720px] pt-4 sm:pt-10">
      <h1 className="font-display text-title-phone text-ink sm:text-title">{title}</h1>
      {booked !== null ? (
        <Panel className="mt-6">
          <Booked booked={booked} />
        </Panel>
      ) : terms === undefined ? (
        <Panel className="mt-6" flush>
          {query.isPending ? (
            <SkeletonRows rows={5} label="Loading available times" />
          ) : (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          )}
        </Panel>
      ) : (
        <Panel className="mt-6">
          {terms.mode === 'link' && terms.link !== null ? (
            <a href={terms.link} rel="noreferrer" className={buttonStyle('primary', 'large')}>
              Open the booking page
            </a>
          ) : hasTimes ? (
            <VisitorForm minutes={terms.minutes} query={query} onBooked={setBooked} />
          ) : (
            <WaysToReach>{terms.mode === 'portal' ? texts.noTimes : texts.off}</WaysToReach>
          )}
        </Panel>
      )}
      {showsContact && <FirmContact className="mt-5 text-body text-ink-2" />}
    </div>
  )
}

type VisitorFormProps = {
  minutes: number
  query: Parameters<typeof TimesField>[0]['query']
  onBooked: (booked: BookedByVisitor) => void
}

function VisitorForm({ minutes, query, onBooked }: VisitorFormProps) {
  const client = useQueryClient()
  const decoy = useRef<HTMLInputElement>(null)
  const secondsOpen = useSecondsOpen()
  const form = usePortalForm({
    schema: VisitorBookingInput,
    defaultValues: { name: '', email: '', phone: '', topic: '', startsAt: '' },
    failure: 'Couldn’t book the appointment. Try again.',
    send: (values, idempotencyKey) =>
      call(createVisitorBooking, {
        body: { ...values, decoy: decoy.current?.value ?? '', secondsOpen: secondsOpen(idempotencyKey) },
        idempotencyKey,
      }),
    onSent: onBooked,
    // Someone else may have taken the time.
    onFailed: () => void client.invalidateQueries({ queryKey: visitorTimes.queryKey }),
  })
  const startsAt = useWatch({ control: form.control, name: 'startsAt' })
  const { register, errorOf } = form
  return (
    <form noValidate onSubmit={form.submit} aria-label={title}>
      <p className="text-lead text-ink-2">
        {portalConfig().sendsEmail ? texts.book : texts.bookWithoutEmail} Appointments take {minutes} minutes.
      </p>
      <div className="mt-5 grid grid-cols-1 gap-5">
        <TimesField query={query} register={register('startsAt')} value={startsAt} error={errorOf('startsAt')} />
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <TextField
            label="Your name"
            autoComplete="name"
            className="sm:col-span-2"
            error={errorOf('name')}
            {...register('name')}
          />
          <TextField label="Email" type="email" autoComplete="email" error={errorOf('email')} {...register('email')} />
          <TextField
            label="Phone"
            optional
            type="tel"
            autoComplete="tel"
            error={errorOf('phone')}
            {...register('phone')}
          />
          <TextArea
            label="What is it about?"
            rows={3}
            maxLength={1000}
            className="sm:col-span-2"
            error={errorOf('topic')}
            {...register('topic')}
          />
        </div>
      </div>
      <DecoyField ref={decoy} />
      <div className="mt-6">
        <FormProblem problem={form.problem} />
        {startsAt !== '' && (
          <p className="mb-3 text-body text-ink-2">
            You’re booking <span className="font-semibold text-ink">{appointmentTime(startsAt)}</span>, {minutes}{' '}
            minutes.
          </p>
        )}
        <Button type="submit" variant="primary" size="large" pending={form.pending} pendingLabel="Booking...">
          Book appointment
        </Button>
      </div>
    </form>
  )
}

function Booked({ booked }: { booked: BookedByVisitor }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { consultantName, startsAt, bookingPath } = booked
  return (
    <div className="flex flex-col items-start">
      <CircleCheck size={32} className="text-ok" />
      <h2 ref={heading} tabIndex={-1} className="mt-4 font-display text-subtitle text-ink">
        Your appointment is booked
      </h2>
      <p className="mt-2 text-lead text-ink-2">
        {appointmentTime(startsAt)}
        {consultantName !== null && <>, with {consultantName}</>}
      </p>
      <CopyField
        className="mt-4 w-full max-w-[34rem]"
        label="Your private link"
        value={new URL(bookingPath, location.href).href}
        help={portalConfig().sendsEmail ? texts.privateLink : texts.onlyPrivateLink}
      />
      <div className="mt-5 flex flex-wrap gap-3">
        <DownloadLink address={`${bookingPath}/calendar.ics`}>Add to calendar</DownloadLink>
        <a href={bookingPath} className={buttonStyle()}>
          View appointment
        </a>
      </div>
    </div>
  )
}

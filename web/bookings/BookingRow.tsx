import { useState } from 'react'
import { downloadBooking } from '../../api/bookings.ts'
import type { BookingView } from '../../domain/booking.ts'
import { Button } from '../kit/Button.tsx'
import { addressOf } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { DownloadLink } from '../kit/DownloadLink.tsx'
import { useNow } from '../kit/now.ts'
import { phoneLink } from '../kit/phone-link.ts'
import { Row } from '../kit/RowList.tsx'
import { CancelBookingDialog } from './CancelBookingDialog.tsx'
import { RescheduleDialog } from './RescheduleDialog.tsx'
import { otherSide, spanWords } from './words.ts'

/** One appointment: when, with whom, what about, and what can be done with it. */
export function BookingRow({ booking, isTeam }: { booking: BookingView; isTeam: boolean }) {
  const { id, clientFolderId, topic, startsAt, allowed } = booking
  const [open, setOpen] = useState<'time' | 'cancel' | null>(null)
  const now = useNow()
  const close = () => setOpen(null)
  const name = otherSide(booking, isTeam)
  const when = `${formatDate(startsAt, now)}, ${spanWords(booking)}`
  const of = <span className="sr-only"> {name}</span>
  return (
    <>
      <Row
        title={isTeam ? name : when}
        {...(isTeam && clientFolderId !== null ? { to: '/client-folders/$id', params: { id: clientFolderId } } : {})}
        aside={isTeam ? when : `With ${name}`}
        meta={<Details booking={booking} isTeam={isTeam} />}
        action={
          <>
            {allowed.includes('cancel') && (
              <DownloadLink address={addressOf(downloadBooking, { params: { id } })} size="small" of={name}>
                Add to calendar
              </DownloadLink>
            )}
            {allowed.includes('reschedule') && (
              <Button size="small" onClick={() => setOpen('time')}>
                Reschedule{of}
              </Button>
            )}
            {allowed.includes('cancel') && (
              <Button size="small" onClick={() => setOpen('cancel')}>
                Cancel{of}
              </Button>
            )}
          </>
        }
        {...(isOneLine(topic) ? { context: topic } : { below: <LongTopic>{topic}</LongTopic> })}
      />
      {open === 'time' && <RescheduleDialog booking={booking} onClose={close} />}
      {open === 'cancel' && <CancelBookingDialog booking={booking} isTeam={isTeam} onClose={close} />}
    </>
  )
}

const isOneLine = (topic: string) => topic.length <= 60 && !topic.includes('\n')

/** All of it, because there is no page with more. */
const LongTopic = ({ children }: { children: string }) => (
  <p dir="auto" className="text-body own-direction whitespace-pre-line text-ink-2">
    {children}
  </p>
)

/** Who it is with, for the team; how to reach a visitor; and why it was canceled. */
function Details({ booking, isTeam }: { booking: BookingView; isTeam: boolean }) {
  const { clientFolderId, consultantName, name, email, phone, status, cancelledByName, cancelReason } = booking
  // Someone on the team gives a reason.
  const isByVisitor = clientFolderId === null && cancelReason === null
  const facts = [
    isTeam && consultantName !== null && `With ${consultantName}`,
    isTeam && (clientFolderId === null ? 'Visitor' : name !== null && `Booked by ${name}`),
    status === 'cancelled' && `Canceled by ${cancelledByName ?? (isByVisitor ? 'the visitor' : 'someone')}`,
    cancelReason !== null && `Reason: ${cancelReason}`,
  ]
  return (
    <>
      {facts.filter((fact) => typeof fact === 'string').join(' · ')}
      {email !== null && <ContactLink href={`mailto:${email}`}>{email}</ContactLink>}
      {phone !== null && <ContactLink href={phoneLink(phone)}>{phone}</ContactLink>}
    </>
  )
}

const ContactLink = ({ href, children }: { href: string; children: string }) => (
  <>
    {' · '}
    <a href={href} className="link">
      {children}
    </a>
  </>
)

import { useInfiniteQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { rescheduleBooking } from '../../api/bookings.ts'
import { appointmentTime, BookingChange, type BookingView } from '../../domain/booking.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { folderTimes } from './queries.ts'
import { TimesField } from './TimesField.tsx'

/** Another time of the same consultant. */
export function RescheduleDialog({ booking, onClose }: { booking: BookingView; onClose: () => void }) {
  const query = useInfiniteQuery(folderTimes(booking.clientFolderId ?? '', booking.consultantId))
  const form = useSaveForm({
    schema: BookingChange,
    defaultValues: { startsAt: '' },
    failure: 'Couldn’t reschedule the appointment',
    send: (body) => call(rescheduleBooking, { params: { id: booking.id }, body, ifMatch: booking.version }),
    success: 'Appointment rescheduled',
    queryKey: ['bookings'],
    onClose,
  })
  const startsAt = useWatch({ control: form.control, name: 'startsAt' })
  return (
    <FormDialog
      title="Reschedule appointment"
      description={`Current time: ${appointmentTime(booking.startsAt)}`}
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

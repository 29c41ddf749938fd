import { z } from 'zod'
import { changeBookingStatus } from '../../api/bookings.ts'
import type { BookingView } from '../../domain/booking.ts'
import { optionalText, requiredText } from '../../domain/text.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { TextArea } from '../kit/TextField.tsx'
import { texts } from './words.ts'

const Needed = z.strictObject({ reason: requiredText('Enter a reason.') })
const Optional = z.strictObject({ reason: optionalText })

type CancelBookingDialogProps = { booking: BookingView; isTeam: boolean; onClose: () => void }

/** The team gives a reason; a client may. */
export function CancelBookingDialog({ booking, isTeam, onClose }: CancelBookingDialogProps) {
  const form = useSaveForm({
    schema: isTeam ? Needed : Optional,
    defaultValues: { reason: '' },
    failure: 'Couldn’t cancel the appointment',
    send: ({ reason }) =>
      call(changeBookingStatus, {
        params: { id: booking.id },
        body: { status: 'cancelled', reason },
        ifMatch: booking.version,
      }),
    success: 'Appointment canceled',
    queryKey: ['bookings'],
    onClose,
  })
  return (
    <FormDialog
      title="Cancel this appointment?"
      description={isTeam ? texts.cancelByTeam : texts.cancelByClient}
      form={form}
      submit="Cancel appointment"
      submitting="Canceling..."
      keep="Keep appointment"
      onClose={onClose}
    >
      <TextArea
        label="Reason"
        optional={!isTeam}
        rows={3}
        error={form.errorOf('reason')}
        {...form.register('reason')}
      />
    </FormDialog>
  )
}

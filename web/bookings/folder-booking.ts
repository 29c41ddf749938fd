import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createFolderBooking } from '../../api/bookings.ts'
import { FolderBookingInput } from '../../domain/booking.ts'
import { call } from '../kit/call.ts'
import { useSaveForm } from '../kit/save-form.ts'
import { useUser } from '../session/use-auth.ts'
import { folderTimes } from './queries.ts'

/** The form for an appointment in a folder. `folderId` is empty until one is chosen. */
export function useFolderBooking(folderId: string, onClose: () => void) {
  const userId = useUser().id
  const [chosenId, setChosenId] = useState('')
  // Without a consultant, the folder's lead, or the first on its team if the lead can't be booked.
  const first = useInfiniteQuery({ ...folderTimes(folderId, ''), enabled: folderId !== '' })
  const terms = first.data?.pages[0]
  const consultants = terms?.consultants ?? []
  const asked = chosenId === '' && consultants.some(({ id }) => id === userId) ? userId : chosenId
  const times = useInfiniteQuery({ ...folderTimes(folderId, asked), enabled: folderId !== '' })
  const consultantId = asked === '' ? (terms?.consultantId ?? '') : asked
  const form = useSaveForm({
    schema: FolderBookingInput,
    defaultValues: { topic: '', startsAt: '' },
    failure: 'Couldn’t book the appointment',
    send: (body, idempotencyKey) =>
      call(createFolderBooking, { params: { id: folderId }, body: { ...body, consultantId }, idempotencyKey }),
    success: 'Appointment booked',
    queryKey: ['bookings'],
    onClose,
  })
  return {
    form,
    times,
    consultants,
    consultantId,
    /** Undefined while they load. */
    minutes: terms?.minutes,
    isLoading: folderId !== '' && first.isPending,
    /** Empty for the folder's lead. */
    chooseConsultant: (id: string) => {
      setChosenId(id)
      form.resetField('startsAt')
    },
  }
}

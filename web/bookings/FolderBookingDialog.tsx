import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createFolderBooking } from '../../api/bookings.ts'
import { FolderBookingInput } from '../../domain/booking.ts'
import { useOwnFolder } from '../client-home/OwnFolder.tsx'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { TextArea } from '../kit/TextField.tsx'
import { folderTimes } from './queries.ts'
import { TimesField } from './TimesField.tsx'
import { texts } from './words.ts'

/** A client books an appointment with their consultant, or with someone else on the folder's team. */
export function FolderBookingDialog({ onClose }: { onClose: () => void }) {
  const own = useOwnFolder()
  const folders = own.folders.filter(({ status, allowed }) => status !== 'archived' && allowed.includes('see-messages'))
  const folderId = (folders.find(({ id }) => id === own.folder?.id) ?? folders[0])?.id ?? ''
  // Empty for the folder's lead, or the first on its team if the lead can't be booked.
  const [chosenId, setChosenId] = useState('')
  const first = useInfiniteQuery({ ...folderTimes(folderId, ''), enabled: folderId !== '' })
  const query = useInfiniteQuery({ ...folderTimes(folderId, chosenId), enabled: folderId !== '' })
  const terms = first.data?.pages[0]
  const consultants = terms?.consultants ?? []
  const consultantId = chosenId === '' ? (terms?.consultantId ?? '') : chosenId
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
  const { register, errorOf, resetField } = form
  const choose = (id: string) => {
    setChosenId(id)
    resetField('startsAt')
  }
  return (
    <FormDialog
      title="Book an appointment"
      description={terms === undefined ? undefined : `Appointments take ${terms.minutes} minutes.`}
      form={form}
      submit="Book appointment"
      submitting="Booking..."
      disabled={consultants.length === 0}
      onClose={onClose}
    >
      {own.query.isPending || (folderId !== '' && first.isPending) ? (
        <SkeletonRows rows={3} label="Loading available times" />
      ) : folderId === '' || (terms !== undefined && consultants.length === 0) ? (
        <p className="text-lead text-ink-2">{texts.noConsultant}</p>
      ) : (
        <div className="grid grid-cols-1 gap-5">
          {folders.length > 1 && (
            <SelectField
              label="Folder"
              choices={folders.map(({ id, name }) => ({ value: id, label: name }))}
              value={folderId}
              onChange={(event) => {
                choose('')
                own.choose(event.target.value)
              }}
            />
          )}
          {consultants.length > 1 && (
            <SelectField
              label="With"
              choices={consultants.map(({ id, name }) => ({ value: id, label: name ?? 'Your consultant' }))}
              value={consultantId}
              onChange={(event) => choose(event.target.value)}
            />
          )}
          <TextArea
            label="What is it about?"
            rows={3}
            maxLength={1000}
            error={errorOf('topic')}
            {...register('topic')}
          />
          <TimesField query={query} register={register('startsAt')} error={errorOf('startsAt')} />
        </div>
      )}
    </FormDialog>
  )
}

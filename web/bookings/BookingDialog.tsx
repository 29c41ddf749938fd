import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { FormDialog } from '../kit/FormDialog.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { TextArea } from '../kit/TextField.tsx'
import type { useFolderBooking } from './folder-booking.ts'
import { TimesField } from './TimesField.tsx'

type BookingDialogProps = {
  title: string
  booking: ReturnType<typeof useFolderBooking>
  isLoading: boolean
  /** Where the folder is chosen. */
  folderField: ReactNode
  /** False until one is chosen. */
  hasFolder: boolean
  /** Shown where no one can be booked. */
  noConsultant: string
  unnamed: string
  onClose: () => void
}

/** An appointment in a folder: with whom, about what, and when. */
export function BookingDialog(props: BookingDialogProps) {
  const { title, booking, isLoading, folderField, hasFolder, noConsultant, unnamed, onClose } = props
  const { form, times, consultants, consultantId, minutes, chooseConsultant } = booking
  const { register, errorOf } = form
  const startsAt = useWatch({ control: form.control, name: 'startsAt' })
  return (
    <FormDialog
      title={title}
      description={minutes === undefined ? undefined : `Appointments take ${minutes} minutes.`}
      form={form}
      submit="Book appointment"
      submitting="Booking..."
      disabled={consultants.length === 0}
      onClose={onClose}
    >
      {isLoading ? (
        <SkeletonRows rows={3} label="Loading available times" />
      ) : (
        <div className="grid grid-cols-1 gap-5">
          {folderField}
          {hasFolder && booking.isLoading && <SkeletonRows rows={3} label="Loading available times" />}
          {hasFolder && minutes !== undefined && consultants.length === 0 && (
            <p className="text-lead text-ink-2">{noConsultant}</p>
          )}
          {consultants.length > 1 && (
            <SelectField
              label="With"
              choices={consultants.map(({ id, name }) => ({ value: id, label: name ?? unnamed }))}
              value={consultantId}
              onChange={(event) => chooseConsultant(event.target.value)}
            />
          )}
          {consultants.length > 0 && (
            <>
              <TextArea
                label="What is it about?"
                rows={3}
                maxLength={1000}
                error={errorOf('topic')}
                {...register('topic')}
              />
              <TimesField query={times} register={register('startsAt')} value={startsAt} error={errorOf('startsAt')} />
            </>
          )}
        </div>
      )}
    </FormDialog>
  )
}

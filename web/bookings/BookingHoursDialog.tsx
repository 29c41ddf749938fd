import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { changeBookingHours, readBookingHours } from '../../api/bookings.ts'
import { type BookingHours, BookingHoursInput } from '../../domain/booking.ts'
import { type WeekHours, weekdays } from '../../domain/office-hours.ts'
import { DayFields } from '../firm-settings/DayFields.tsx'
import { daysFrom, dayValues, type DayValues } from '../firm-settings/day-values.ts'
import { call } from '../kit/call.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { ErrorState } from '../kit/EmptyState.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useEditForm } from '../kit/save-form.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { useUser } from '../session/use-auth.ts'
import { bookingHours } from './queries.ts'
import { texts } from './words.ts'

interface HoursFormValues {
  isBookable: boolean
  hours: string
  days: DayValues[]
}

const HoursForm = z
  .custom<HoursFormValues>()
  .transform(({ isBookable, hours, days }): z.input<typeof BookingHoursInput> => ({
    isBookable,
    days: hours === 'own' ? daysFrom(days) : null,
  }))
  .pipe(BookingHoursInput)

const weekdaysNineToFive: WeekHours = weekdays.map((_day, at) => (at < 5 ? { opens: '09:00', closes: '17:00' } : null))

/** Whether and when someone can be booked: oneself, and for administrators anyone on the team. */
export function BookingHoursDialog({ onClose }: { onClose: () => void }) {
  const { id: ownId } = useUser()
  const query = useQuery(bookingHours)
  const [personId, setPersonId] = useState(ownId)
  const people = query.data ?? []
  const person = people.find(({ id }) => id === personId)
  if (person === undefined)
    return (
      <Dialog open onOpenChange={(open) => !open && onClose()} title="Booking hours">
        {query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows rows={3} label="Loading booking hours" />
        )}
      </Dialog>
    )
  return <HoursDialog key={personId} {...{ people, person, onClose }} onChoose={setPersonId} />
}

type HoursDialogProps = {
  people: readonly BookingHours[]
  person: BookingHours
  onChoose: (id: string) => void
  onClose: () => void
}

function HoursDialog({ people, person, onChoose, onClose }: HoursDialogProps) {
  const form = useEditForm<BookingHours, typeof HoursForm, BookingHours>({
    item: person,
    read: () => call(readBookingHours, { params: { id: person.id } }),
    valuesOf: ({ isBookable, days }) => ({
      isBookable,
      hours: days === null ? 'office' : 'own',
      days: dayValues(days ?? weekdaysNineToFive),
    }),
    describe: (after) => [
      ['isBookable', 'Can be booked', after.isBookable ? 'Yes' : 'No'],
      ['days', 'Hours', after.days === null ? 'Office hours' : 'Custom hours'],
    ],
    schema: HoursForm,
    failure: 'Couldn’t save the booking hours',
    send: (body, ifMatch) => call(changeBookingHours, { params: { id: person.id }, body, ifMatch }),
    success: 'Booking hours saved',
    queryKey: bookingHours.queryKey,
    onClose,
  })
  const { register, errorOf, watch } = form
  return (
    <FormDialog
      title="Booking hours"
      description={texts.hours}
      form={form}
      submit="Save changes"
      submitting="Saving..."
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4">
        {people.length > 1 && (
          <SelectField
            label="Person"
            choices={people.map(({ id, name }) => ({ value: id, label: name ?? 'No name' }))}
            value={person.id}
            disabled={form.formState.isDirty}
            onChange={(event) => onChoose(event.target.value)}
          />
        )}
        <CheckboxField label="Can be booked online" {...register('isBookable')} />
        {watch('isBookable') && (
          <SelectField
            label="Hours"
            choices={[
              { value: 'office', label: 'Office hours' },
              { value: 'own', label: 'Custom hours' },
            ]}
            {...register('hours')}
          />
        )}
        {watch('isBookable') && watch('hours') === 'own' && (
          <div className="grid grid-cols-1 divide-y divide-line border-y border-line">
            {weekdays.map((name, at) => (
              <DayFields
                key={name}
                name={name}
                label={name}
                from="From"
                to="To"
                isOpen={watch(`days.${at}.isOpen`)}
                open={register(`days.${at}.isOpen`)}
                opens={{ ...register(`days.${at}.opens`), error: errorOf(`days.${at}.opens`) }}
                closes={{ ...register(`days.${at}.closes`), error: errorOf(`days.${at}.closes`) }}
              />
            ))}
          </div>
        )}
      </div>
    </FormDialog>
  )
}

import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { z } from 'zod'
import type { FirmSettingsView } from '../../domain/firm-settings.ts'
import { hoursInWords, OfficeHours, weekdays } from '../../domain/office-hours.ts'
import { officeDate } from '../../domain/time.ts'
import { Button } from '../kit/Button.tsx'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { useNow } from '../kit/now.ts'
import { DateField, TextField } from '../kit/TextField.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import { useSectionForm } from './use-section-form.ts'
import { texts } from './words.ts'

interface Day {
  isOpen: boolean
  opens: string
  closes: string
}

interface HoursFormValues {
  days: Day[]
  holidays: OfficeHours['holidays']
}

/** A closed day retains its times, so that they are restored when it is opened again. */
const HoursForm = z
  .custom<HoursFormValues>()
  .transform(({ days, holidays }): z.input<typeof OfficeHours> => ({
    days: days.map(({ isOpen, opens, closes }) => (isOpen ? { opens, closes } : null)),
    holidays,
  }))
  .pipe(OfficeHours)

export function OfficeHoursSection({ settings }: { settings: FirmSettingsView }) {
  const form = useSectionForm({
    settings,
    schema: HoursForm,
    valuesOf: ({ officeHours: { days, holidays } }): HoursFormValues => ({
      days: days.map((day) => ({ isOpen: day !== null, opens: day?.opens ?? '09:00', closes: day?.closes ?? '17:00' })),
      holidays,
    }),
    change: (officeHours) => ({ officeHours }),
    success: 'Office hours saved',
  })
  const { register, errorOf, control, watch } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'holidays' })
  const typed = HoursForm.safeParse(watch())
  const lines = hoursInWords(typed.success ? typed.data : settings.officeHours, officeDate(useNow()))
  return (
    <SectionPanel
      title="Office hours and holidays"
      note={texts.officeHours}
      form={form}
      preview={
        <div className="rounded-lg border border-line bg-surface p-5 shadow-sheet">
          <p className="text-meta font-semibold text-ink">Office hours</p>
          <p className="mt-1.5 text-lead whitespace-pre-line text-ink-2">
            {lines.length === 0 ? 'Nothing is shown until at least one day is open.' : lines.join('\n')}
          </p>
        </div>
      }
    >
      <div className="grid grid-cols-1 divide-y divide-line border-y border-line">
        {weekdays.map((name, at) => (
          <div
            key={name}
            role="group"
            aria-label={name}
            className="grid grid-cols-2 items-start gap-3 py-3 sm:grid-cols-[minmax(0,1fr)_140px_140px]"
          >
            <CheckboxField
              label={`Open on ${name}`}
              className="col-span-2 self-center sm:col-span-1"
              {...register(`days.${at}.isOpen`)}
            />
            {watch(`days.${at}.isOpen`) && (
              <>
                <TextField
                  label="Opens"
                  type="time"
                  error={errorOf(`days.${at}.opens`)}
                  {...register(`days.${at}.opens`)}
                />
                <TextField
                  label="Closes"
                  type="time"
                  error={errorOf(`days.${at}.closes`)}
                  {...register(`days.${at}.closes`)}
                />
              </>
            )}
          </div>
        ))}
      </div>
      <section aria-label="Holidays">
        <h3 className="text-panel text-ink">Holidays</h3>
        {fields.length === 0 && <p className="mt-1 text-body text-ink-2">No holidays yet.</p>}
        <ul className="mt-2 grid grid-cols-1 gap-3">
          {fields.map((field, at) => (
            <li key={field.id} className="flex flex-wrap items-start gap-3">
              <DateField
                label="Date"
                className="w-44"
                error={errorOf(`holidays.${at}.date`)}
                {...register(`holidays.${at}.date`)}
              />
              <TextField
                label="Name"
                maxLength={80}
                className="min-w-40 flex-1"
                error={errorOf(`holidays.${at}.name`)}
                {...register(`holidays.${at}.name`)}
              />
              <IconButton label={`Remove holiday ${at + 1}`} className="mt-6" onClick={() => remove(at)}>
                <Trash2 />
              </IconButton>
            </li>
          ))}
        </ul>
        <Button className="mt-3" onClick={() => append({ date: '', name: '' })}>
          <Plus />
          Add holiday
        </Button>
      </section>
    </SectionPanel>
  )
}

import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { z } from 'zod'
import type { FirmSettingsView } from '../../domain/firm-settings.ts'
import { hoursInWords, OfficeHours, weekdays } from '../../domain/office-hours.ts'
import { officeDate } from '../../domain/time.ts'
import { Button } from '../kit/Button.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { useNow } from '../kit/now.ts'
import { DateField, TextField } from '../kit/TextField.tsx'
import { daysFrom, dayValues, type DayValues } from './day-values.ts'
import { DayFields } from './DayFields.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import { useSectionForm } from './use-section-form.ts'
import { texts } from './words.ts'

interface HoursFormValues {
  days: DayValues[]
  holidays: OfficeHours['holidays']
}

const HoursForm = z
  .custom<HoursFormValues>()
  .transform(({ days, holidays }): z.input<typeof OfficeHours> => ({
    days: daysFrom(days),
    holidays,
  }))
  .pipe(OfficeHours)

export function OfficeHoursSection({ settings }: { settings: FirmSettingsView }) {
  const form = useSectionForm({
    settings,
    schema: HoursForm,
    valuesOf: ({ officeHours: { days, holidays } }): HoursFormValues => ({
      days: dayValues(days),
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
          <DayFields
            key={name}
            name={name}
            label={`Open on ${name}`}
            from="Opens"
            to="Closes"
            isOpen={watch(`days.${at}.isOpen`)}
            open={register(`days.${at}.isOpen`)}
            opens={{ ...register(`days.${at}.opens`), error: errorOf(`days.${at}.opens`) }}
            closes={{ ...register(`days.${at}.closes`), error: errorOf(`days.${at}.closes`) }}
          />
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

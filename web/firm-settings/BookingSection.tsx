import { bookingModes, BookingSettings } from '../../domain/booking-settings.ts'
import type { FirmSettingsView } from '../../domain/firm-settings.ts'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { TextField } from '../kit/TextField.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import { useSectionForm } from './use-section-form.ts'
import { texts } from './words.ts'

/** Parses a field of a number; the schema rejects what is not one. */
const asNumber = { setValueAs: (text: unknown) => (text === '' || text === null ? null : Number(text)) }

const modeLabels: Record<(typeof bookingModes)[number], string> = {
  off: 'Off',
  portal: 'In the portal',
  link: 'On another website',
}

export function BookingSection({ settings }: { settings: FirmSettingsView }) {
  const form = useSectionForm({
    settings,
    schema: BookingSettings,
    valuesOf: ({ booking }) => ({ ...booking, link: booking.link ?? '' }),
    change: (booking) => ({ booking }),
    success: 'Booking settings saved',
  })
  const { register, errorOf, watch } = form
  const mode = watch('mode')
  const isClosed = settings.officeHours.days.every((day) => day === null)
  return (
    <SectionPanel
      title="Booking"
      note={isClosed && mode === 'portal' ? texts.noOfficeHours : texts.booking}
      form={form}
    >
      <SelectField
        label="Online booking"
        choices={choicesOf(bookingModes, modeLabels)}
        error={errorOf('mode')}
        {...register('mode')}
      />
      {mode === 'link' && (
        <TextField
          label="Web address of your booking page"
          type="url"
          inputMode="url"
          help="Starts with https://"
          error={errorOf('link')}
          {...register('link')}
        />
      )}
      {mode === 'portal' && (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          <TextField
            label="Length (minutes)"
            inputMode="numeric"
            error={errorOf('minutes')}
            {...register('minutes', asNumber)}
          />
          <TextField
            label="Minimum notice (hours)"
            inputMode="numeric"
            error={errorOf('leadHours')}
            {...register('leadHours', asNumber)}
          />
          <TextField
            label="How far ahead (days)"
            inputMode="numeric"
            error={errorOf('daysAhead')}
            {...register('daysAhead', asNumber)}
          />
        </div>
      )}
    </SectionPanel>
  )
}

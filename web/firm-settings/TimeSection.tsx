import { type FirmSettingsView, FirmTime } from '../../domain/firm-settings.ts'
import { MoneyField } from '../kit/MoneyField.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import { useSectionForm } from './use-section-form.ts'
import { texts } from './words.ts'

export function TimeSection({ settings }: { settings: FirmSettingsView }) {
  const form = useSectionForm({
    settings,
    schema: FirmTime,
    valuesOf: ({ time }) => time,
    change: (time) => ({ time }),
    success: 'Time settings saved',
  })
  return (
    <SectionPanel title="Time" note={texts.time} form={form}>
      <MoneyField
        label="Average hourly cost"
        optional
        help={texts.hourlyCost}
        name="hourlyCost"
        control={form.control}
        error={form.errorOf('hourlyCost')}
      />
    </SectionPanel>
  )
}

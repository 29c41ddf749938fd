import { type FirmSettingsView, FirmTime } from '../../domain/firm-settings.ts'
import { MoneyField } from '../kit/MoneyField.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import { useSectionForm } from './use-section-form.ts'

export function TimeSection({ settings }: { settings: FirmSettingsView }) {
  const form = useSectionForm({
    settings,
    schema: FirmTime,
    valuesOf: ({ time }) => time,
    change: (time) => ({ time }),
    success: 'Time settings saved',
  })
  return (
    <SectionPanel title="Time" note="Used in the report “Profit by client”, which only administrators see." form={form}>
      <MoneyField
        label="Cost of an hour"
        optional
        help="What an hour of your team’s work costs on average, with pay, taxes, and benefits. Leave empty to show no profit."
        name="hourlyCost"
        control={form.control}
        error={form.errorOf('hourlyCost')}
      />
    </SectionPanel>
  )
}

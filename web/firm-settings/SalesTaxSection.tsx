import type { FirmSettingsView } from '../../domain/firm-settings.ts'
import { SalesTax, TaxMode } from '../../domain/sales-tax.ts'
import { ChoiceGroup } from '../kit/CheckboxField.tsx'
import { PercentField } from './PercentField.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import { useSectionForm } from './use-section-form.ts'
import { texts } from './words.ts'

const modes: Record<TaxMode, { label: string; detail: string }> = {
  off: { label: 'Off', detail: 'Invoices have no sales tax.' },
  rate: { label: 'On every line', detail: 'One rate on the subtotal.' },
  'by-line': { label: 'By line', detail: 'One rate on the lines marked as taxed.' },
}

export function SalesTaxSection({ settings }: { settings: FirmSettingsView }) {
  const form = useSectionForm({
    settings,
    schema: SalesTax,
    valuesOf: ({ salesTax }) => salesTax,
    change: (salesTax) => ({ salesTax }),
    success: 'Sales tax saved',
  })
  const { register, errorOf, control, watch } = form
  return (
    <SectionPanel title="Sales tax" note={texts.salesTax} form={form}>
      <ChoiceGroup
        label="Charge sales tax"
        kind="radio"
        choices={TaxMode.options.map((value) => ({ value, ...modes[value] }))}
        error={errorOf('mode')}
        {...register('mode')}
      />
      {watch('mode') !== 'off' && (
        <PercentField label="Rate" name="rate" control={control} perPercent={1000} className="max-w-40" />
      )}
    </SectionPanel>
  )
}

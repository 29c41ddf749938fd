import { useWatch } from 'react-hook-form'
import type { InvoicePlanInput, InvoicePlanView } from '../../domain/invoice-plan.ts'
import { officeDate } from '../../domain/time.ts'
import { useTaxOf } from '../invoices/InvoiceFields.tsx'
import { InvoiceLines } from '../invoices/InvoiceLines.tsx'
import { InvoiceTotal } from '../invoices/InvoiceTotal.tsx'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import type { PortalForm } from '../kit/form-with.ts'
import { useNow } from '../kit/now.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { DateField, TextField } from '../kit/TextField.tsx'
import type { InvoicePlanFormValues } from './invoice-plan-form.ts'
import { repeatChoicesWith, texts } from './words.ts'

type InvoicePlanFieldsProps = {
  form: PortalForm<InvoicePlanFormValues, InvoicePlanInput>
  folderId: string
  /** The edited ones, whose first day is fixed. */
  before?: InvoicePlanView
}

export function InvoicePlanFields({ form, folderId, before }: InvoicePlanFieldsProps) {
  const today = officeDate(useNow())
  const { register, errorOf } = form
  const { tax, dueDays } = useTaxOf(folderId)
  const isByLine = tax.mode === 'by-line' && !tax.isExempt
  return (
    <div className="space-y-5">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField
          label="Repeats"
          choices={repeatChoicesWith(before?.everyMonths)}
          error={errorOf('everyMonths')}
          {...register('everyMonths')}
        />
        <TextField
          label="Day of the month"
          inputMode="numeric"
          help="In shorter months, the last day."
          error={errorOf('dayOfMonth')}
          {...register('dayOfMonth')}
        />
        {before === undefined && (
          <DateField label="Starts on" min={today} error={errorOf('startsOn')} {...register('startsOn')} />
        )}
        <DateField
          label="Ends on"
          optional
          min={today}
          help="Leave empty if it doesn’t end."
          error={errorOf('endsOn')}
          {...register('endsOn')}
        />
        <TextField
          label="Days until due"
          optional
          inputMode="numeric"
          help={texts.dueDays(dueDays)}
          error={errorOf('dueDays')}
          {...register('dueDays')}
        />
        <TextField
          label="Description"
          optional
          className={before === undefined ? undefined : 'sm:col-span-2'}
          error={errorOf('description')}
          {...register('description')}
        />
      </div>
      <CheckboxField
        label="Send each invoice to the client automatically"
        help="Otherwise it stays a draft, and we notify the consultant."
        error={errorOf('sends')}
        {...register('sends')}
      />
      <InvoiceLines form={form} empty="Add the lines of each invoice." taxed={isByLine ? 'Charge sales tax' : null} />
    </div>
  )
}

/** What each invoice comes to as it is typed, with today’s sales tax. */
export function InvoicePlanTotal({ form, folderId }: Pick<InvoicePlanFieldsProps, 'form' | 'folderId'>) {
  const lines = useWatch({ control: form.control, name: 'lineItems' })
  return <InvoiceTotal lines={lines} tax={useTaxOf(folderId).tax} />
}

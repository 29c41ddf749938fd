import { type Control, useWatch } from 'react-hook-form'
import { TemplatePicker } from '../agreement-templates/TemplatePicker.tsx'
import type { PortalForm } from '../kit/form-with.ts'
import { totalOfLines } from '../kit/lines.ts'
import { Money } from '../kit/Money.tsx'
import { MoneyField } from '../kit/MoneyField.tsx'
import { DateField, TextArea, TextField } from '../kit/TextField.tsx'
import { serviceColumns } from '../service-rates/service-lines.ts'
import { ServiceLines } from '../service-rates/ServiceLines.tsx'
import type { ContractFormValues } from './contract-form.ts'

type Fields<Sent> = { form: PortalForm<ContractFormValues, Sent> }

/** Whom it is with. */
export function PartyFields<Sent>({ form: { register, errorOf } }: Fields<Sent>) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <TextField label="Client name" error={errorOf('clientName')} {...register('clientName')} />
      <TextField label="Client email" type="email" error={errorOf('clientEmail')} {...register('clientEmail')} />
      <TextField label="Phone" optional type="tel" error={errorOf('clientPhone')} {...register('clientPhone')} />
      <TextField label="Company" optional error={errorOf('clientCompany')} {...register('clientCompany')} />
      <TextArea
        label="Address"
        optional
        rows={2}
        className="sm:col-span-2"
        error={errorOf('clientAddress')}
        {...register('clientAddress')}
      />
    </div>
  )
}

/** From when to when, and on what terms. */
export function TermFields<Sent>({ form: { register, errorOf, control, setValue } }: Fields<Sent>) {
  const template = useWatch({ control, name: 'template' })
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <DateField label="Start date" error={errorOf('startDate')} {...register('startDate')} />
        <DateField label="End date" optional error={errorOf('endDate')} {...register('endDate')} />
      </div>
      <TemplatePicker
        kind="contract"
        value={template}
        error={errorOf('template')}
        onChange={(choice) => setValue('template', choice, { shouldDirty: true })}
      />
      {!template && (
        <TextArea
          label="Terms"
          rows={8}
          help="These terms appear in the contract exactly as written."
          error={errorOf('terms')}
          {...register('terms')}
        />
      )}
    </>
  )
}

/** The services and the price: lines whose sum is the value, or the value alone. */
export function ServiceFields<Sent>({ form: { control, errorOf } }: Fields<Sent>) {
  const lines = useWatch({ control, name: 'services' })
  return (
    <>
      <ServiceLines name="services" control={control} />
      {lines.length === 0 ? (
        <MoneyField
          label="Total value"
          name="totalValue"
          control={control}
          error={errorOf('totalValue')}
          help="Enter a total if the contract has no line items."
        />
      ) : (
        errorOf('totalValue') !== undefined && <p className="text-meta text-danger">{errorOf('totalValue')}</p>
      )}
    </>
  )
}

/** The current total, for the dialog's footer. */
export function TotalOf<Sent>({ control }: { control: Control<ContractFormValues, unknown, Sent> }) {
  const lines = useWatch({ control, name: 'services' })
  const typed = useWatch({ control, name: 'totalValue' })
  const cents = lines.length > 0 ? totalOfLines(lines, serviceColumns) : typed
  if (cents === null) return null
  return (
    <>
      Total value <Money cents={cents} />
    </>
  )
}

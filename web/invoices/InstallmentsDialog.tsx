import type { ReactNode } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { createInstallments } from '../../api/invoices.ts'
import type { ContractDetails } from '../../domain/contract.ts'
import { monthsAfter } from '../../domain/deadline.ts'
import { equalParts, InstallmentsInput, maxInstallments, minInstallments } from '../../domain/installment.ts'
import { sumOf } from '../../domain/money.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { call } from '../kit/call.ts'
import { FieldNote } from '../kit/Field.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { Money } from '../kit/Money.tsx'
import { MoneyField } from '../kit/MoneyField.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { DateField } from '../kit/TextField.tsx'
import { useTaxOf } from './InvoiceFields.tsx'
import { texts } from './words.ts'

const counts = Array.from({ length: maxInstallments - minInstallments + 1 }, (_, index) =>
  String(minInstallments + index),
)

type InstallmentsDialogProps = {
  contract: ContractDetails
  /** The unbilled amount of the contract, in cents. */
  remaining: number
  choice: ReactNode
  onClose: () => void
}

/** Draft invoices for the unbilled amount of a contract: equal parts a month apart, which can be edited. */
export function InstallmentsDialog({ contract, remaining, choice, onClose }: InstallmentsDialogProps) {
  const { id, clientFolderId, contractNumber } = contract
  const { dueDays } = useTaxOf(clientFolderId)
  const installmentsOf = (count: number) =>
    equalParts(remaining, count).map((amount, index) => ({
      amount,
      dueDate: monthsAfter(daysAfter(officeDate(new Date()), dueDays), index),
    }))
  const form = useSaveForm({
    schema: InstallmentsInput,
    defaultValues: { installments: installmentsOf(3) },
    failure: 'Couldn’t create the invoices',
    send: (body, idempotencyKey) => call(createInstallments, { params: { id }, body, idempotencyKey }),
    success: ({ invoices }) => `${invoices.length} draft invoices created`,
    queryKey: ['invoices'],
    onClose,
  })
  const { control, errorOf, register } = form
  const { fields, replace } = useFieldArray({ control, name: 'installments' })
  const sum = sumOf(useWatch({ control, name: 'installments' }).map(({ amount }) => amount))
  const noteId = 'installments-note'
  return (
    <FormDialog
      title="Create Invoice"
      description={texts.installments}
      form={form}
      submit="Create invoices"
      submitting="Creating..."
      total={
        <>
          Total{' '}
          <output
            aria-label="Total"
            className={sum === remaining ? 'ml-1 text-panel text-ink' : 'ml-1 text-panel text-danger'}
          >
            <Money cents={sum} />
          </output>
        </>
      }
      onClose={onClose}
    >
      <div className="space-y-5">
        {choice}
        <p className="text-body text-ink-2">
          <Money cents={remaining} /> of contract {contractNumber} isn’t billed yet, before sales tax.
        </p>
        <SelectField
          label="Number of installments"
          className="sm:max-w-56"
          choices={counts.map((value) => ({ value, label: value }))}
          value={String(fields.length)}
          onChange={({ target }) => replace(installmentsOf(Number(target.value)))}
        />
        <ol aria-label="Installments" aria-describedby={noteId} className="divide-y divide-line border-y border-line">
          {fields.map((field, index) => (
            <li
              key={field.id}
              className="grid grid-cols-1 gap-x-4 gap-y-2 py-3 sm:grid-cols-[minmax(0,8rem)_minmax(0,1fr)_minmax(0,1fr)]"
            >
              <span className="text-body font-semibold text-ink sm:mt-8">Installment {index + 1}</span>
              <MoneyField label="Amount" name={`installments.${index}.amount`} control={control} />
              <DateField
                label="Due date"
                error={errorOf(`installments.${index}.dueDate`)}
                {...register(`installments.${index}.dueDate`)}
              />
            </li>
          ))}
        </ol>
        <FieldNote
          id={noteId}
          error={errorOf('installments') ?? (sum === remaining ? undefined : texts.sumDiffers(remaining - sum))}
        />
      </div>
    </FormDialog>
  )
}

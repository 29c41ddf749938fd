import { useQuery, useQueryClient } from '@tanstack/react-query'
import { applyUnappliedPayment } from '../../api/online-payments.ts'
import { UnappliedApplicationInput, type UnappliedPaymentView } from '../../domain/unapplied-payment.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { formatMoney } from '../kit/money.ts'
import { MoneyField } from '../kit/MoneyField.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { statementOf } from '../statements/queries.ts'
import { leftWords, texts } from './words.ts'

/** Pays an outstanding invoice of the client. */
export function ApplyUnappliedDialog({ payment, onClose }: { payment: UnappliedPaymentView; onClose: () => void }) {
  const client = useQueryClient()
  const statement = useQuery(statementOf(payment.clientFolderId)).data
  const form = useSaveForm({
    schema: UnappliedApplicationInput,
    defaultValues: { invoiceId: '', amount: payment.unapplied },
    failure: 'Couldn’t apply the payment',
    send: (body, idempotencyKey) => call(applyUnappliedPayment, { params: { id: payment.id }, body, idempotencyKey }),
    success: leftWords('Payment applied'),
    queryKey: ['online-payments'],
    onClose,
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ['invoices'] })
      void client.invalidateQueries({ queryKey: ['retainers'] })
    },
  })
  const { control, errorOf, register, setValue } = form
  const suggestAmount = (id: string) => {
    const chosen = statement?.invoices.find((invoice) => invoice.id === id)
    if (chosen !== undefined) setValue('amount', Math.min(payment.unapplied, chosen.balance), { shouldDirty: true })
  }
  return (
    <FormDialog
      title="Apply online payment"
      description={texts.apply(formatMoney(payment.unapplied))}
      form={form}
      submit="Apply payment"
      submitting="Applying..."
      disabled={statement?.invoices.length === 0}
      onClose={onClose}
    >
      <div className="space-y-4">
        <SelectField
          label="Invoice"
          empty="Choose an invoice"
          help={statement?.invoices.length === 0 ? texts.noInvoices : undefined}
          choices={(statement?.invoices ?? []).map(({ id, invoiceNumber, balance }) => ({
            value: id,
            label: `${invoiceNumber}, ${formatMoney(balance)} due`,
          }))}
          error={errorOf('invoiceId')}
          {...register('invoiceId', {
            onChange: ({ target }: { target: HTMLSelectElement }) => suggestAmount(target.value),
          })}
        />
        <MoneyField label="Amount" name="amount" control={control} error={errorOf('amount')} />
      </div>
    </FormDialog>
  )
}

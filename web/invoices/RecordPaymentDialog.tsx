import { recordPayment } from '../../api/invoices.ts'
import type { InvoiceView } from '../../domain/invoice.ts'
import { PaymentInput, paymentMethodLabels, paymentMethods } from '../../domain/payment.ts'
import { officeDate } from '../../domain/time.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { Money } from '../kit/Money.tsx'
import { MoneyField } from '../kit/MoneyField.tsx'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { DateField, TextField } from '../kit/TextField.tsx'
import { formatMoney } from '../kit/money.ts'
import { useNow } from '../kit/now.ts'

const failure = 'Failed to record payment'

/** Money that came in, for the whole balance or a part of it. */
export function RecordPaymentDialog({ invoice, onClose }: { invoice: InvoiceView; onClose: () => void }) {
  const today = officeDate(useNow())
  const form = useSaveForm({
    schema: PaymentInput,
    defaultValues: { amount: invoice.balance, date: today, method: 'check', reference: '' },
    failure,
    send: (body, idempotencyKey) => call(recordPayment, { params: { id: invoice.id }, body, idempotencyKey }),
    success: ({ balance }) =>
      `Payment recorded. ${balance === 0 ? 'The invoice is paid in full.' : `${formatMoney(balance)} outstanding.`}`,
    queryKey: ['invoices'],
    onClose,
  })
  const { control, errorOf, register } = form
  return (
    <FormDialog
      title="Record payment"
      description={
        <>
          <Money cents={invoice.balance} /> is outstanding on {invoice.invoiceNumber}. We’ll send the client a receipt.
        </>
      }
      form={form}
      submit="Record payment"
      submitting="Recording..."
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <MoneyField label="Amount" name="amount" control={control} error={errorOf('amount')} />
        <DateField label="Date received" max={today} error={errorOf('date')} {...register('date')} />
        <SelectField
          label="Method"
          choices={choicesOf(paymentMethods, paymentMethodLabels)}
          error={errorOf('method')}
          {...register('method')}
        />
        <TextField
          label="Reference"
          optional
          help="Check or transfer number. Appears on the receipt."
          error={errorOf('reference')}
          {...register('reference')}
        />
      </div>
    </FormDialog>
  )
}

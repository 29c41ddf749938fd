import { refundPayment } from '../../api/invoices.ts'
import { paymentMethodLabels, paymentMethods, type PaymentView, RefundInput } from '../../domain/payment.ts'
import { officeDate } from '../../domain/time.ts'
import { call } from '../kit/call.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { Money } from '../kit/Money.tsx'
import { MoneyField } from '../kit/MoneyField.tsx'
import { useNow } from '../kit/now.ts'
import { useSaveForm } from '../kit/save-form.ts'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { DateField, TextArea, TextField } from '../kit/TextField.tsx'

/** Records money that was returned to the client. */
export function RefundPaymentDialog({ payment, onClose }: { payment: PaymentView; onClose: () => void }) {
  const today = officeDate(useNow())
  const left = payment.amount - payment.refunded
  const form = useSaveForm({
    schema: RefundInput,
    defaultValues: { amount: left, date: today, method: 'check', reference: '', reason: '', creditNote: true },
    failure: 'Couldn’t record the refund',
    send: (body, idempotencyKey) => call(refundPayment, { params: { id: payment.id }, body, idempotencyKey }),
    success: 'Refund recorded',
    queryKey: ['invoices'],
    onClose,
  })
  const { control, errorOf, register } = form
  return (
    <FormDialog
      title="Record refund"
      description={
        <>
          Return the money first, then record it here. <Money cents={left} /> of this payment can be refunded.
        </>
      }
      form={form}
      submit="Record refund"
      submitting="Recording..."
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <MoneyField label="Amount" name="amount" control={control} error={errorOf('amount')} />
        <DateField label="Date refunded" max={today} error={errorOf('date')} {...register('date')} />
        <SelectField
          label="Method"
          choices={choicesOf(paymentMethods, paymentMethodLabels)}
          error={errorOf('method')}
          {...register('method')}
        />
        <TextField label="Reference" optional error={errorOf('reference')} {...register('reference')} />
        <TextArea
          label="Reason"
          className="sm:col-span-2"
          maxLength={1000}
          error={errorOf('reason')}
          {...register('reason')}
        />
        <CheckboxField
          label="Also create a credit note"
          help="Without a credit note, this amount will be due again."
          className="sm:col-span-2"
          {...register('creditNote')}
        />
      </div>
    </FormDialog>
  )
}

import { refundOnlinePayment } from '../../api/online-payments.ts'
import { OnlineRefundInput, type PaymentView } from '../../domain/payment.ts'
import { call } from '../kit/call.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { Money } from '../kit/Money.tsx'
import { MoneyField } from '../kit/MoneyField.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { TextArea } from '../kit/TextField.tsx'

/** Returns money through Stripe to the card or bank account that paid. */
export function RefundOnlineDialog({ payment, onClose }: { payment: PaymentView; onClose: () => void }) {
  const left = payment.amount - payment.refunded
  const form = useSaveForm({
    schema: OnlineRefundInput,
    defaultValues: { amount: left, reason: '', creditNote: true },
    failure: 'Couldn’t refund the payment',
    send: (body, idempotencyKey) => call(refundOnlinePayment, { params: { id: payment.id }, body, idempotencyKey }),
    success: 'Payment refunded',
    queryKey: ['invoices'],
    onClose,
  })
  const { control, errorOf, register } = form
  return (
    <FormDialog
      title="Refund online payment"
      description={
        <>
          The money goes back to the card or bank account that paid. <Money cents={left} /> of this payment can be
          refunded.
        </>
      }
      form={form}
      submit="Refund payment"
      submitting="Refunding..."
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4">
        <MoneyField label="Amount" name="amount" control={control} error={errorOf('amount')} />
        <TextArea label="Reason" maxLength={1000} error={errorOf('reason')} {...register('reason')} />
        <CheckboxField
          label="Also create a credit note"
          help="Without a credit note, this amount will be due again."
          {...register('creditNote')}
        />
      </div>
    </FormDialog>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { refundUnappliedPayment } from '../../api/online-payments.ts'
import { type UnappliedPaymentView, UnappliedRefundInput } from '../../domain/unapplied-payment.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { MoneyField } from '../kit/MoneyField.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { TextArea } from '../kit/TextField.tsx'
import { leftWords, texts } from './words.ts'

/** Returns the money through Stripe to the card or bank account that paid. */
export function RefundUnappliedDialog({ payment, onClose }: { payment: UnappliedPaymentView; onClose: () => void }) {
  const client = useQueryClient()
  const form = useSaveForm({
    schema: UnappliedRefundInput,
    defaultValues: { amount: payment.unapplied, reason: '' },
    failure: 'Couldn’t refund the payment',
    send: (body, idempotencyKey) => call(refundUnappliedPayment, { params: { id: payment.id }, body, idempotencyKey }),
    success: leftWords('Payment refunded'),
    queryKey: ['online-payments'],
    onClose,
    onSaved: () => void client.invalidateQueries({ queryKey: ['invoices'] }),
  })
  const { control, errorOf, register } = form
  return (
    <FormDialog
      title="Refund online payment"
      description={texts.refund}
      form={form}
      submit="Refund payment"
      submitting="Refunding..."
      onClose={onClose}
    >
      <div className="space-y-4">
        <MoneyField label="Amount" name="amount" control={control} error={errorOf('amount')} />
        <TextArea label="Reason" maxLength={1000} error={errorOf('reason')} {...register('reason')} />
      </div>
    </FormDialog>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { reversePayment } from '../../api/invoices.ts'
import { type PaymentView, ReversalInput } from '../../domain/payment.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { formatMoney } from '../kit/money.ts'
import { useSaveForm } from '../kit/save-form.ts'
import { TextArea } from '../kit/TextField.tsx'
import { texts } from './words.ts'

/** Takes an entry back with a second one; both stay on the invoice. */
export function ReversePaymentDialog({ payment, onClose }: { payment: PaymentView; onClose: () => void }) {
  const client = useQueryClient()
  const form = useSaveForm({
    schema: ReversalInput,
    defaultValues: { reason: '' },
    failure: 'Couldn’t reverse the entry',
    send: (body, idempotencyKey) => call(reversePayment, { params: { id: payment.id }, body, idempotencyKey }),
    success: ({ balance }) => `Entry reversed. ${formatMoney(balance)} is due on the invoice.`,
    queryKey: ['invoices'],
    onClose,
    onSaved: () => void client.invalidateQueries({ queryKey: ['online-payments'] }),
  })
  return (
    <FormDialog
      title={`Reverse the entry for ${formatMoney(payment.amount)}?`}
      description={payment.isOnline ? texts.reverseOnline : texts.reverse}
      form={form}
      submit="Reverse entry"
      submitting="Reversing..."
      onClose={onClose}
    >
      <TextArea label="Reason" maxLength={1000} error={form.errorOf('reason')} {...form.register('reason')} />
    </FormDialog>
  )
}

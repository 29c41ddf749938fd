import { useQueryClient } from '@tanstack/react-query'
import { addUnappliedToRetainer } from '../../api/online-payments.ts'
import { type UnappliedPaymentView, UnappliedRetainerInput } from '../../domain/unapplied-payment.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { MoneyField } from '../kit/MoneyField.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { leftWords, texts } from './words.ts'

/** Saves the money as the client’s credit. */
export function AddToRetainerDialog({ payment, onClose }: { payment: UnappliedPaymentView; onClose: () => void }) {
  const client = useQueryClient()
  const form = useSaveForm({
    schema: UnappliedRetainerInput,
    defaultValues: { amount: payment.unapplied },
    failure: 'Couldn’t add the payment to the retainer',
    send: (body, idempotencyKey) => call(addUnappliedToRetainer, { params: { id: payment.id }, body, idempotencyKey }),
    success: leftWords('Payment added to the retainer'),
    queryKey: ['online-payments'],
    onClose,
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ['invoices'] })
      void client.invalidateQueries({ queryKey: ['retainers'] })
    },
  })
  return (
    <FormDialog
      title="Add online payment to retainer"
      description={texts.addToRetainer}
      form={form}
      submit="Add to retainer"
      submitting="Adding..."
      onClose={onClose}
    >
      <MoneyField label="Amount" name="amount" control={form.control} error={form.errorOf('amount')} />
    </FormDialog>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { applyRetainer } from '../../api/retainers.ts'
import { RetainerApplicationInput, type RetainerView } from '../../domain/retainer.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { formatMoney } from '../kit/money.ts'
import { MoneyField } from '../kit/MoneyField.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { texts } from './words.ts'

type ApplyRetainerDialogProps = {
  retainer: Pick<RetainerView, 'clientFolderId' | 'available'>
  invoices: readonly { id: string; invoiceNumber: string; balance: number }[]
  onClose: () => void
}

/** Uses a part of the retainer for an invoice. */
export function ApplyRetainerDialog({ retainer, invoices, onClose }: ApplyRetainerDialogProps) {
  const client = useQueryClient()
  const [first] = invoices
  const { clientFolderId, available } = retainer
  const form = useSaveForm({
    schema: RetainerApplicationInput,
    defaultValues: { invoiceId: first?.id ?? '', amount: Math.min(available, first?.balance ?? 0) },
    failure: 'Couldn’t apply the retainer',
    send: (body, idempotencyKey) => call(applyRetainer, { params: { id: clientFolderId }, body, idempotencyKey }),
    success: ({ balance }) => `Retainer applied. ${formatMoney(balance)} left.`,
    queryKey: ['retainers'],
    onClose,
    onSaved: () => void client.invalidateQueries({ queryKey: ['invoices'] }),
  })
  const { control, errorOf, register } = form
  return (
    <FormDialog
      title="Apply retainer"
      description={texts.apply(formatMoney(available))}
      form={form}
      submit="Apply retainer"
      submitting="Applying..."
      onClose={onClose}
    >
      <div className="space-y-4">
        <SelectField
          label="Invoice"
          choices={invoices.map(({ id, invoiceNumber, balance }) => ({
            value: id,
            label: `${invoiceNumber}, ${formatMoney(balance)} due`,
          }))}
          error={errorOf('invoiceId')}
          {...register('invoiceId')}
        />
        <MoneyField label="Amount" name="amount" control={control} error={errorOf('amount')} />
      </div>
    </FormDialog>
  )
}

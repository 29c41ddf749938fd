import { applyCreditNote } from '../../api/credit-notes.ts'
import { CreditApplicationInput, type CreditNoteView } from '../../domain/credit-note.ts'
import type { Statement } from '../../domain/statement.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { formatMoney } from '../kit/money.ts'
import { MoneyField } from '../kit/MoneyField.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { SelectField } from '../kit/SelectField.tsx'

type ApplyCreditDialogProps = { note: CreditNoteView; invoices: Statement['invoices']; onClose: () => void }

export function ApplyCreditDialog({ note, invoices, onClose }: ApplyCreditDialogProps) {
  const [first] = invoices
  const form = useSaveForm({
    schema: CreditApplicationInput,
    defaultValues: { invoiceId: first?.id ?? '', amount: Math.min(note.available, first?.balance ?? 0) },
    failure: 'Couldn’t apply the credit note',
    send: (body, idempotencyKey) => call(applyCreditNote, { params: { id: note.id }, body, idempotencyKey }),
    success: 'Credit applied',
    queryKey: ['invoices'],
    onClose,
  })
  const { control, errorOf, register } = form
  return (
    <FormDialog
      title={`Apply ${note.creditNoteNumber}`}
      description={`${formatMoney(note.available)} of this credit note is available.`}
      form={form}
      submit="Apply credit"
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

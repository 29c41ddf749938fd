import { createCreditNote } from '../../api/credit-notes.ts'
import { CreditNoteInput } from '../../domain/credit-note.ts'
import type { InvoiceView } from '../../domain/invoice.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { formatMoney } from '../kit/money.ts'
import { MoneyField } from '../kit/MoneyField.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { TextArea } from '../kit/TextField.tsx'
import { texts } from './words.ts'

type CreditNoteDialogProps = {
  clientFolderId: string
  /** The invoice that it corrects; none for a credit to the client in general. */
  invoice?: Pick<InvoiceView, 'id' | 'invoiceNumber' | 'balance'>
  onClose: () => void
}

export function CreditNoteDialog({ clientFolderId, invoice, onClose }: CreditNoteDialogProps) {
  const form = useSaveForm({
    schema: CreditNoteInput,
    defaultValues: { clientFolderId, invoiceId: invoice?.id ?? '', amount: 0, reason: '' },
    failure: 'Couldn’t create the credit note',
    send: (body, idempotencyKey) => call(createCreditNote, { body, idempotencyKey }),
    success: ({ creditNoteNumber, available }) =>
      `Credit note ${creditNoteNumber} created.${available > 0 ? ` ${formatMoney(available)} is left for other invoices.` : ''}`,
    queryKey: ['invoices'],
    onClose,
  })
  const { control, errorOf, register } = form
  return (
    <FormDialog
      title="New credit note"
      description={
        invoice === undefined
          ? texts.newCredit
          : texts.newCreditForInvoice(formatMoney(invoice.balance), invoice.invoiceNumber)
      }
      form={form}
      submit="Create credit note"
      submitting="Creating..."
      onClose={onClose}
    >
      <div className="space-y-4">
        <MoneyField label="Amount" name="amount" control={control} error={errorOf('amount')} />
        <TextArea
          label="Reason"
          help="The client can read it."
          maxLength={1000}
          error={errorOf('reason')}
          {...register('reason')}
        />
      </div>
    </FormDialog>
  )
}

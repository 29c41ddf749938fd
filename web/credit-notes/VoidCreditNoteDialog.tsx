import { voidCreditNote } from '../../api/credit-notes.ts'
import { type CreditNoteView, CreditNoteVoiding } from '../../domain/credit-note.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { TextArea } from '../kit/TextField.tsx'
import { texts } from './words.ts'

export function VoidCreditNoteDialog({ note, onClose }: { note: CreditNoteView; onClose: () => void }) {
  const form = useSaveForm({
    schema: CreditNoteVoiding,
    defaultValues: { reason: '' },
    failure: 'Couldn’t void the credit note',
    send: (body, idempotencyKey) => call(voidCreditNote, { params: { id: note.id }, body, idempotencyKey }),
    success: 'Credit note voided',
    queryKey: ['invoices'],
    onClose,
  })
  return (
    <FormDialog
      title={`Void ${note.creditNoteNumber}?`}
      description={texts.void}
      form={form}
      submit="Void credit note"
      submitting="Voiding..."
      onClose={onClose}
    >
      <TextArea label="Reason" maxLength={1000} error={form.errorOf('reason')} {...form.register('reason')} />
    </FormDialog>
  )
}

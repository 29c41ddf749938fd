import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { withdrawDocument } from '../../api/documents.ts'
import { type DocumentView, isTeamOnly, WithdrawalInput, withdrawnFileDays } from '../../domain/document.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { TextArea } from '../kit/TextField.tsx'
import { texts } from './words.ts'

/** Takes a document out of the folder again, with a reason. */
export function WithdrawDocument({ document }: { document: DocumentView }) {
  const [open, setOpen] = useState(false)
  if (!document.allowed.includes('withdraw')) return null
  return (
    <>
      <button
        type="button"
        title="Withdraw"
        aria-label={`Withdraw ${document.originalName}`}
        onClick={() => setOpen(true)}
        className="inline-grid size-9 shrink-0 place-items-center rounded-md text-ink-2 transition-colors hover:bg-mist-2 hover:text-ink coarse:size-11"
      >
        <Undo2 size={18} />
      </button>
      {open && <WithdrawDialog document={document} onClose={() => setOpen(false)} />}
    </>
  )
}

export function WithdrawDialog({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const form = useSaveForm({
    schema: WithdrawalInput,
    defaultValues: { reason: '' },
    failure: 'Couldn’t withdraw the document',
    send: (body, idempotencyKey) => call(withdrawDocument, { params: { id: document.id }, body, idempotencyKey }),
    success: 'Document withdrawn',
    queryKey: ['documents'],
    onClose,
  })
  return (
    <FormDialog
      title={`Withdraw “${document.originalName}”?`}
      description={texts.withdraw(withdrawnFileDays, isTeamOnly(document))}
      form={form}
      submit="Withdraw document"
      submitting="Withdrawing..."
      onClose={onClose}
    >
      <TextArea label="Reason" maxLength={1000} error={form.errorOf('reason')} {...form.register('reason')} />
    </FormDialog>
  )
}

import { z } from 'zod'
import { changeDocumentRequestStatus } from '../../api/document-requests.ts'
import type { DocumentRequestView } from '../../domain/document-request.ts'
import { optionalText, requiredText } from '../../domain/text.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { TextArea } from '../kit/TextField.tsx'
import { failure } from './actions.ts'
import { texts } from './words.ts'

export type ReasonedAction = 'return' | 'cancel'

const words = {
  return: {
    to: 'pending',
    title: 'Send back this document?',
    description: 'We’ll show the client your reason and ask for another file.',
    label: 'What is missing?',
    submit: 'Send back',
    submitting: 'Sending back...',
    done: 'Document sent back',
  },
  cancel: {
    to: 'cancelled',
    title: 'Cancel this request?',
    description: texts.cancel,
    label: 'Reason',
    submit: 'Cancel request',
    submitting: 'Canceling...',
    done: 'Request canceled',
  },
} as const satisfies Record<ReasonedAction, object>

const Needed = z.strictObject({ reason: requiredText('Enter what is missing.') })
const Optional = z.strictObject({ reason: optionalText })

type ReasonDialogProps = { request: DocumentRequestView; move: ReasonedAction; onClose: () => void }

/** A verdict that is with its reason; sending back needs one. */
export function ReasonDialog({ request, move, onClose }: ReasonDialogProps) {
  const { to: status, title, description, label, submit, submitting, done } = words[move]
  const form = useSaveForm({
    schema: move === 'return' ? Needed : Optional,
    defaultValues: { reason: '' },
    failure,
    send: ({ reason }) =>
      call(changeDocumentRequestStatus, {
        params: { id: request.id },
        body: { status, reason },
        ifMatch: request.version,
      }),
    success: done,
    queryKey: ['document-requests'],
    onClose,
  })
  return (
    <FormDialog {...{ title, description, form, submit, submitting, onClose }}>
      <TextArea
        label={label}
        optional={move === 'cancel'}
        error={form.errorOf('reason')}
        {...form.register('reason')}
      />
    </FormDialog>
  )
}

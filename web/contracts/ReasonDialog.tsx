import { z } from 'zod'
import { changeContractStatus } from '../../api/contracts.ts'
import type { ContractView } from '../../domain/contract.ts'
import { optionalText, requiredText } from '../../domain/text.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { TextArea } from '../kit/TextField.tsx'

export type ReasonedMove = 'decline' | 'cancel' | 'terminate'

const words = {
  decline: {
    to: 'declined',
    title: 'Decline this contract?',
    description: 'We read your reason and get in touch. You can’t sign this contract any more then.',
    label: 'Why do you decline?',
    submit: 'Decline contract',
    submitting: 'Declining...',
    done: 'The contract is declined',
  },
  cancel: {
    to: 'cancelled',
    title: 'Cancel this contract?',
    description: 'The client can’t sign it any more and is told so. A cancelled contract stays readable.',
    label: 'Reason',
    submit: 'Cancel contract',
    submitting: 'Cancelling...',
    done: 'The contract is cancelled',
  },
  terminate: {
    to: 'terminated',
    title: 'Terminate this contract?',
    description: 'It ends before its time, and the client is told so. This can’t be taken back.',
    label: 'Reason',
    submit: 'Terminate contract',
    submitting: 'Terminating...',
    done: 'The contract is terminated',
  },
} as const satisfies Record<ReasonedMove, object>

const failure = 'Failed to update contract'

const Needed = z.strictObject({ reason: requiredText('Please say why you decline.') })
const Optional = z.strictObject({ reason: optionalText })

type ReasonDialogProps = { contract: ContractView; move: ReasonedMove; onClose: () => void }

/** A move that stands with its reason; declining needs one. */
export function ReasonDialog({ contract, move, onClose }: ReasonDialogProps) {
  const { to: status, title, description, label, submit, submitting, done } = words[move]
  const form = useSaveForm({
    schema: move === 'decline' ? Needed : Optional,
    defaultValues: { reason: '' },
    failure,
    send: ({ reason }) =>
      call(changeContractStatus, {
        params: { id: contract.id },
        body: { status, reason },
        ifMatch: contract.version,
      }),
    success: done,
    queryKey: ['contracts'],
    onClose,
  })
  return (
    <FormDialog {...{ title, description, form, submit, submitting, onClose }}>
      <TextArea
        label={label}
        optional={move !== 'decline'}
        error={form.errorOf('reason')}
        {...form.register('reason')}
      />
    </FormDialog>
  )
}

import { z } from 'zod'
import { changeContractStatus } from '../../api/contracts.ts'
import type { ContractView } from '../../domain/contract.ts'
import { optionalText, requiredText } from '../../domain/text.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { TextArea } from '../kit/TextField.tsx'
import { texts } from './words.ts'

export type ReasonedAction = 'decline' | 'cancel' | 'terminate'

const words = {
  decline: {
    to: 'declined',
    title: 'Decline this contract?',
    description: texts.decline,
    label: 'Reason for declining',
    submit: 'Decline contract',
    submitting: 'Declining...',
    done: 'Contract declined',
  },
  cancel: {
    to: 'cancelled',
    title: 'Cancel this contract?',
    description: texts.cancel,
    label: 'Reason',
    submit: 'Cancel contract',
    submitting: 'Canceling...',
    done: 'Contract canceled',
  },
  terminate: {
    to: 'terminated',
    title: 'Terminate this contract?',
    description: texts.terminate,
    label: 'Reason',
    submit: 'Terminate contract',
    submitting: 'Terminating...',
    done: 'Contract terminated',
  },
} as const satisfies Record<ReasonedAction, object>

const failure = 'Failed to update contract'

const Needed = z.strictObject({ reason: requiredText('Enter the reason for declining.') })
const Optional = z.strictObject({ reason: optionalText })

type ReasonDialogProps = { contract: ContractView; move: ReasonedAction; onClose: () => void }

/** A move that is with its reason; declining needs one. */
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

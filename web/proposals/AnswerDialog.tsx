import { changeProposalStatus } from '../../api/proposals.ts'
import { ProposalStatusChange, type ProposalView } from '../../domain/proposal.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { formatMoney } from '../kit/money.ts'
import { TextArea } from '../kit/TextField.tsx'
import { choiceWords, type OptionChoice } from './option-choice.ts'
import { texts } from './words.ts'

type AnswerDialogProps = {
  proposal: ProposalView
  answer: 'approved' | 'rejected'
  /** The optional services that an approval includes; null if there are none. */
  choice: OptionChoice | null
  onClose: () => void
}

const words = {
  approved: {
    title: 'Approve this proposal',
    submit: 'Approve proposal',
    submitting: 'Approving...',
    done: 'Proposal approved successfully',
    failure: 'Failed to approve proposal',
  },
  rejected: {
    title: 'Decline this proposal',
    submit: 'Decline proposal',
    submitting: 'Declining...',
    done: 'Proposal declined successfully',
    failure: 'Failed to decline proposal',
  },
} as const

/** Confirms the response, with an optional comment; it can't be undone. */
export function AnswerDialog({ proposal, answer, choice, onClose }: AnswerDialogProps) {
  const { title, submit, submitting, done, failure } = words[answer]
  const approved = answer === 'approved' ? choice : null
  const form = useSaveForm({
    schema: ProposalStatusChange,
    defaultValues: { status: answer, comment: '' },
    failure,
    send: ({ comment }) =>
      call(changeProposalStatus, {
        params: { id: proposal.id },
        body: {
          status: answer,
          comment,
          ...(approved === null ? {} : { chosenOptionIds: approved.chosenOptionIds }),
        },
        ifMatch: proposal.version,
      }),
    success: done,
    queryKey: ['proposals'],
    onClose,
  })
  return (
    <FormDialog
      title={title}
      description={
        approved === null
          ? `${proposal.title}, ${formatMoney(proposal.totalCost)}`
          : `${proposal.title}, ${formatMoney(approved.total)}. ${choiceWords(proposal, approved)}`
      }
      form={form}
      submit={submit}
      submitting={submitting}
      onClose={onClose}
    >
      <TextArea
        label="Comment"
        optional
        help={answer === 'approved' ? 'Next, we’ll send you a contract to sign.' : texts.comment}
        error={form.errorOf('comment')}
        {...form.register('comment')}
      />
    </FormDialog>
  )
}

import { useState } from 'react'
import type { ProposalView } from '../../domain/proposal.ts'
import { Button } from '../kit/Button.tsx'
import { formatMoney } from '../kit/money.ts'
import { AnswerDialog } from './AnswerDialog.tsx'
import type { OptionChoice } from './option-choice.ts'
import { texts } from './words.ts'

type AnswerProps = {
  proposal: ProposalView
  choice: OptionChoice | null
}

/** The client's response buttons, in the footer of a panel. */
export function AnswerButtons({ proposal, choice }: AnswerProps) {
  const [answer, setAnswer] = useState<'approved' | 'rejected' | null>(null)
  return (
    <>
      {proposal.allowed.includes('approve') && (
        <>
          <Button onClick={() => setAnswer('rejected')}>Decline</Button>
          <Button variant="primary" onClick={() => setAnswer('approved')}>
            Approve
          </Button>
        </>
      )}
      {/* Stays mounted if the team withdraws the proposal while the dialog is open, so that no input is lost. */}
      {answer !== null && (
        <AnswerDialog proposal={proposal} answer={answer} choice={choice} onClose={() => setAnswer(null)} />
      )}
    </>
  )
}

/** That the client's response is needed, and what can be chosen. */
export function AnswerHint({ proposal, choice }: AnswerProps) {
  if (!proposal.allowed.includes('approve')) return null
  return (
    <>
      <p className="mt-3 text-body text-ink">This proposal needs your response.</p>
      {choice !== null && <p className="mt-1 text-body text-ink-2">{texts.options(formatMoney(choice.total))}</p>}
    </>
  )
}

/** The client's response: next to the document, and on phones fixed to the bottom of the screen. */
export function AnswerBar({ proposal, choice }: AnswerProps) {
  const [answer, setAnswer] = useState<'approved' | 'rejected' | null>(null)
  const buttons = (
    <>
      <Button variant="primary" className="flex-1" onClick={() => setAnswer('approved')}>
        Approve
      </Button>
      <Button className="flex-1" onClick={() => setAnswer('rejected')}>
        Decline
      </Button>
    </>
  )
  return (
    <>
      {proposal.allowed.includes('approve') && (
        <>
          <AnswerHint proposal={proposal} choice={choice} />
          <div className="mt-3 flex gap-2 max-lg:hidden">{buttons}</div>
          <div
            role="group"
            aria-label="Respond to this proposal"
            className="no-print fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 flex gap-2 border-t border-line bg-surface px-4 py-2.5 shadow-lift lg:hidden"
          >
            {buttons}
          </div>
        </>
      )}
      {/* Stays mounted if the team withdraws the proposal while the dialog is open, so that no input is lost. */}
      {answer !== null && (
        <AnswerDialog proposal={proposal} answer={answer} choice={choice} onClose={() => setAnswer(null)} />
      )}
    </>
  )
}

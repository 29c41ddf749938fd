import { useState } from 'react'
import type { ProposalView } from '../../domain/proposal.ts'
import { Button } from '../kit/Button.tsx'
import { AnswerDialog } from './AnswerDialog.tsx'

/** The client's answer: beside the paper, and on phones at the foot of the screen, wherever one reads. */
export function AnswerBar({ proposal }: { proposal: ProposalView }) {
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
          <p className="mt-3 text-body text-ink">This proposal is waiting for your answer.</p>
          <div className="mt-3 flex gap-2 max-lg:hidden">{buttons}</div>
          <div
            role="group"
            aria-label="Your answer"
            className="no-print fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 flex gap-2 border-t border-line bg-surface px-4 py-2.5 shadow-lift lg:hidden"
          >
            {buttons}
          </div>
        </>
      )}
      {/* Stays when the team withdraws the proposal meanwhile: what is typed is not taken away, and the refusal says why. */}
      {answer !== null && <AnswerDialog proposal={proposal} answer={answer} onClose={() => setAnswer(null)} />}
    </>
  )
}

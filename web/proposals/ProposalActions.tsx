import { useNavigate } from '@tanstack/react-router'
import { Pencil, Send } from 'lucide-react'
import { useState } from 'react'
import type { ProposalView } from '../../domain/proposal.ts'
import { Button } from '../kit/Button.tsx'
import { AskDialog } from '../kit/Dialog.tsx'
import { EditProposalDialog } from './EditProposalDialog.tsx'
import { MakeContractDialog } from './MakeContractDialog.tsx'
import { useProposalAction, useReviseProposal } from './actions.ts'
import { sendWords, withdrawLabel, withdrawWords } from './words.ts'

/** The actions that the server allows the team. */
export function ProposalActions({ proposal }: { proposal: ProposalView }) {
  const [open, setOpen] = useState<'edit' | 'send' | 'withdraw' | 'contract' | null>(null)
  const navigate = useNavigate()
  const move = useProposalAction(proposal)
  const revise = useReviseProposal(proposal)
  const { allowed } = proposal
  const close = () => setOpen(null)
  return (
    <>
      {allowed.includes('withdraw') && <Button onClick={() => setOpen('withdraw')}>{withdrawLabel(proposal)}</Button>}
      {allowed.includes('edit') && (
        <Button onClick={() => setOpen('edit')}>
          <Pencil />
          Edit
        </Button>
      )}
      {allowed.includes('revise') && (
        <Button
          pending={revise.isPending}
          onClick={() =>
            revise.mutate(undefined, { onSuccess: ({ id }) => void navigate({ to: '/proposals/$id', params: { id } }) })
          }
        >
          Revise
        </Button>
      )}
      {allowed.includes('send') && (
        <Button variant="primary" className="max-sm:-order-1" onClick={() => setOpen('send')}>
          <Send />
          Send to client
        </Button>
      )}
      {allowed.includes('make-contract') && (
        <Button variant="primary" className="max-sm:-order-1" onClick={() => setOpen('contract')}>
          Create contract
        </Button>
      )}
      {open === 'edit' && <EditProposalDialog proposal={proposal} onClose={close} />}
      {open === 'contract' && <MakeContractDialog proposal={proposal} onClose={close} />}
      <AskDialog
        open={open === 'send'}
        {...sendWords(proposal)}
        pending={move.isPending}
        onCancel={close}
        onAct={() => move.mutate({ status: 'sent' }, { onSettled: close })}
      />
      <AskDialog
        open={open === 'withdraw'}
        {...withdrawWords(proposal)}
        danger
        pending={move.isPending}
        onCancel={close}
        onAct={() => move.mutate({ status: 'withdrawn' }, { onSettled: close })}
      />
    </>
  )
}

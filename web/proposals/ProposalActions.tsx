import { useNavigate } from '@tanstack/react-router'
import { Pencil, Send } from 'lucide-react'
import { useState } from 'react'
import type { ProposalView } from '../../domain/proposal.ts'
import { Button } from '../kit/Button.tsx'
import { AskDialog } from '../kit/Dialog.tsx'
import { EditProposalDialog } from './EditProposalDialog.tsx'
import { MakeContractDialog } from './MakeContractDialog.tsx'
import { useMoveProposal, useReviseProposal } from './moves.ts'

/** What the team may do with a proposal: the answer says so. */
export function ProposalActions({ proposal }: { proposal: ProposalView }) {
  const [open, setOpen] = useState<'edit' | 'send' | 'withdraw' | 'contract' | null>(null)
  const navigate = useNavigate()
  const move = useMoveProposal(proposal)
  const revise = useReviseProposal(proposal)
  const { allowed, clientFolderName, sentAt, revises, status } = proposal
  const close = () => setOpen(null)
  return (
    <>
      {allowed.includes('withdraw') && <Button onClick={() => setOpen('withdraw')}>Withdraw</Button>}
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
        <Button variant="primary" onClick={() => setOpen('send')}>
          <Send />
          Send to client
        </Button>
      )}
      {allowed.includes('make-contract') && (
        <Button variant="primary" onClick={() => setOpen('contract')}>
          Make contract
        </Button>
      )}
      {open === 'edit' && <EditProposalDialog proposal={proposal} onClose={close} />}
      {open === 'contract' && <MakeContractDialog proposal={proposal} onClose={close} />}
      <AskDialog
        open={open === 'send'}
        title="Send this proposal?"
        question={
          revises === null
            ? `${clientFolderName} can read and answer it at once. It can't be edited after that, only revised.`
            : `${clientFolderName} can read and answer it at once, and version ${revises.revision} is withdrawn if it still waits.`
        }
        act="Send proposal"
        pending={move.isPending}
        onKeep={close}
        onAct={() => move.mutate({ status: 'sent' }, { onSettled: close })}
      />
      <AskDialog
        open={open === 'withdraw'}
        title="Withdraw this proposal?"
        question={
          sentAt === null
            ? 'The draft is kept, but can no longer be edited or sent.'
            : status === 'expired'
              ? `It has expired already. ${clientFolderName} can still read it.`
              : `${clientFolderName} can still read it, but no longer approve it.`
        }
        keep="Keep it"
        act="Withdraw proposal"
        danger
        pending={move.isPending}
        onKeep={close}
        onAct={() => move.mutate({ status: 'withdrawn' }, { onSettled: close })}
      />
    </>
  )
}

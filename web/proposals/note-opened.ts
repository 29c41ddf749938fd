import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { noteProposalOpened } from '../../api/proposals.ts'
import { isClient } from '../../domain/actor.ts'
import type { Proposal } from '../../domain/proposal.ts'
import type { OwnUser } from '../../domain/session.ts'
import { call } from '../kit/call.ts'

/** Tells the server that the client opened a proposal, which is noted once. On failure, the next visit notes it. */
export function useNoteOpened({ id, status, openedAt }: Proposal, user: OwnUser) {
  const { mutate } = useMutation({
    mutationFn: (proposalId: string) => call(noteProposalOpened, { params: { id: proposalId } }),
  })
  // An administrator who views the portal as the client has not opened it for them.
  const isReader = isClient(user) && user.viewing === null
  const unopenedId = isReader && status === 'sent' && openedAt === null ? id : null
  useEffect(() => {
    if (unopenedId !== null) mutate(unopenedId)
  }, [unopenedId, mutate])
}

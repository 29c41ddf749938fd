import { useInfiniteQuery } from '@tanstack/react-query'
import { createProposal, exportProposals } from '../../api/proposals.ts'
import { ProposalStatus } from '../../domain/proposal.ts'
import { PaperListPage, usePaperList } from '../client-folders/PaperListPage.tsx'
import { useNow } from '../kit/now.ts'
import { useMay } from '../session/use-may.ts'
import { CreateProposalDialog } from './CreateProposalDialog.tsx'
import { ProposalCard } from './ProposalCard.tsx'
import { proposalsFound, proposalsQuery } from './queries.ts'
import { orders, statusChoices } from './words.ts'

/** Proposals: the team's of all their clients, a client's own. */
export default function ProposalsPage() {
  const list = usePaperList()
  const { q, folder, order } = list.values
  const now = useNow()
  const mayCreate = useMay(createProposal)
  const status = ProposalStatus.options.find((each) => each === list.values.status)
  const filter = { q, status, clientFolderId: folder, order }
  const query = useInfiniteQuery(proposalsFound(filter))
  return (
    <PaperListPage
      what="proposal"
      title={mayCreate ? 'Proposal Generator' : 'Proposals'}
      description={mayCreate ? 'What you offer your clients, and what they answered.' : 'What we offered you.'}
      list={list}
      query={query}
      statuses={statusChoices(mayCreate)}
      orders={orders}
      csv={{ endpoint: exportProposals, query: proposalsQuery(filter) }}
      looksAt="titles and client folders"
      none={
        mayCreate
          ? 'Put one together from your rate cards, send it, and the client answers in their portal.'
          : 'What we offer you, and at which price, stands here once we send it.'
      }
      createDialog={mayCreate ? (onClose) => <CreateProposalDialog clientFolderId={folder} onClose={onClose} /> : null}
    >
      {(proposal) => <ProposalCard key={proposal.id} proposal={proposal} now={now} />}
    </PaperListPage>
  )
}

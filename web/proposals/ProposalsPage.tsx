import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { createProposal, exportProposals } from '../../api/proposals.ts'
import { ProposalStatus } from '../../domain/proposal.ts'
import { paperFilterNames, PaperFilters } from '../client-folders/PaperFilters.tsx'
import { PaperList } from '../client-folders/PaperList.tsx'
import { Button } from '../kit/Button.tsx'
import { useNow } from '../kit/now.ts'
import { useCreating } from '../kit/creating.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { useListState } from '../kit/ListFilters.tsx'
import { useHome } from '../session/names.ts'
import { useMay } from '../session/use-may.ts'
import { CreateProposalDialog } from './CreateProposalDialog.tsx'
import { ProposalCard } from './ProposalCard.tsx'
import { proposalsFound, proposalsQuery } from './queries.ts'
import { orders, statusChoices } from './words.ts'

/** Proposals: the team's of all their clients, a client's own. What is searched stands in the address. */
export default function ProposalsPage() {
  const state = useListState(paperFilterNames, 'order')
  const { q, folder, order } = state.values
  const [creating, setCreating] = useCreating()
  const home = useHome()
  const now = useNow()
  const mayCreate = useMay(createProposal)
  const status = ProposalStatus.options.find((each) => each === state.values.status)
  const filter = { q, status, clientFolderId: folder, order }
  const query = useInfiniteQuery(proposalsFound(filter))
  return (
    <>
      <PageHeader
        home={home}
        title={mayCreate ? 'Proposal Generator' : 'Proposals'}
        description={mayCreate ? 'What you offer your clients, and what they answered.' : 'What we offered you.'}
        actions={
          mayCreate && (
            <Button variant="primary" onClick={() => setCreating(true)}>
              <Plus />
              Create Proposal
            </Button>
          )
        }
      />
      <PaperFilters
        what="proposals"
        state={state}
        statuses={statusChoices(mayCreate)}
        orders={orders}
        byFolder={mayCreate}
        csv={exportProposals}
        query={proposalsQuery(filter)}
      />
      <PaperList
        what="proposal"
        query={query}
        state={state}
        looksAt="titles and client folders"
        none={
          mayCreate
            ? 'Put one together from your rate cards, send it, and the client answers in their portal.'
            : 'What we offer you, and at which price, stands here once we send it.'
        }
      >
        {(proposal) => <ProposalCard key={proposal.id} proposal={proposal} now={now} />}
      </PaperList>
      {mayCreate && creating && <CreateProposalDialog clientFolderId={folder} onClose={() => setCreating(false)} />}
    </>
  )
}

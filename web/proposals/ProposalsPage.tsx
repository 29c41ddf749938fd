import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { createProposal } from '../../api/proposals.ts'
import { ProposalStatus } from '../../domain/proposal.ts'
import { PaperFilters } from '../client-folders/PaperFilters.tsx'
import { Button } from '../kit/Button.tsx'
import { CardGrid } from '../kit/CardGrid.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { useNow } from '../kit/now.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { useCreating } from '../kit/creating.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useHome } from '../session/names.ts'
import { useMay } from '../session/use-may.ts'
import { CreateProposalDialog } from './CreateProposalDialog.tsx'
import { ProposalCard } from './ProposalCard.tsx'
import { proposalsFound } from './queries.ts'
import { statusChoices } from './words.ts'

/** Proposals: the team's of all their clients, a client's own. What is searched stands in the address. */
export default function ProposalsPage() {
  const [q, setWords] = useUrlState('q', '')
  const [status, setStatus] = useUrlState('status', '')
  const [folder, setFolder] = useUrlState('folder', '')
  const [creating, setCreating] = useCreating()
  const home = useHome()
  const now = useNow()
  const mayCreate = useMay(createProposal)
  const query = useInfiniteQuery(
    proposalsFound({ q, status: ProposalStatus.options.find((each) => each === status), clientFolderId: folder }),
  )
  const isFiltered = q !== '' || status !== '' || folder !== ''
  const showAll = () => {
    setWords('')
    setStatus('')
    setFolder('')
  }
  return (
    <>
      <PageHeader
        home={home}
        title={mayCreate ? 'Proposal Generator' : 'Proposals'}
        description={mayCreate ? 'What you offer your clients, and what they answered.' : 'What we offered you.'}
        actions={
          mayCreate && (
            <Button variant="primary" onClick={() => setCreating(true)}>
              <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
              Create Proposal
            </Button>
          )
        }
      />
      <PaperFilters
        label="Search proposals"
        statuses={statusChoices(mayCreate)}
        {...{ q, status, folder }}
        byFolder={mayCreate}
        onWords={setWords}
        onStatus={setStatus}
        onFolder={setFolder}
      />
      <PagedList
        query={query}
        more="Show more proposals"
        loading={
          <Panel flush>
            <SkeletonRows label="Loading proposals" />
          </Panel>
        }
        empty={
          <Panel>
            {isFiltered ? (
              <EmptyState title="No proposal matches" action={<Button onClick={showAll}>Show all proposals</Button>}>
                The search looks at titles and client folders.
              </EmptyState>
            ) : (
              <EmptyState title="No proposals yet">
                {mayCreate
                  ? 'Put one together from your rate cards, send it, and the client answers in their portal.'
                  : 'What we offer you, and at which price, stands here once we send it.'}
              </EmptyState>
            )}
          </Panel>
        }
      >
        {(proposals) => (
          <CardGrid label="Proposals">
            {proposals.map((proposal) => (
              <ProposalCard key={proposal.id} proposal={proposal} now={now} />
            ))}
          </CardGrid>
        )}
      </PagedList>
      {mayCreate && creating && <CreateProposalDialog clientFolderId={folder} onClose={() => setCreating(false)} />}
    </>
  )
}

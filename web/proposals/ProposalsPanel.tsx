import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { ProposalStatus } from '../agreements/AgreementStatus.tsx'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { Money } from '../kit/Money.tsx'
import { useNow } from '../kit/now.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { CreateProposalDialog } from './CreateProposalDialog.tsx'
import { proposalsFound } from './queries.ts'
import { versionWords, whenWords } from './words.ts'

/** A folder's proposals, on its page for the team. */
export function ProposalsPanel({ folder }: { folder: ClientFolderView }) {
  const now = useNow()
  const query = useInfiniteQuery(proposalsFound({ clientFolderId: folder.id }, 20))
  const [creating, setCreating] = useState(false)
  return (
    <>
      {folder.allowed.includes('add') && (
        <div className="flex justify-end border-b border-line px-4 py-2 sm:px-5">
          <Button onClick={() => setCreating(true)}>
            <Plus />
            Create Proposal
          </Button>
        </div>
      )}
      <PagedList
        query={query}
        more="Show more proposals"
        empty={<EmptyState title="No proposals yet">Proposals for this client will appear here.</EmptyState>}
      >
        {(proposals) => (
          <RowList label="Proposals">
            {proposals.map((proposal) => (
              <Row
                key={proposal.id}
                to="/proposals/$id"
                params={{ id: proposal.id }}
                title={proposal.title}
                aside={<ProposalStatus status={proposal.status} />}
                meta={[versionWords(proposal), whenWords(proposal, now)].filter((words) => words !== '').join(' · ')}
                middle={
                  <span className="text-panel text-ink">
                    <Money cents={proposal.totalCost} />
                  </span>
                }
              />
            ))}
          </RowList>
        )}
      </PagedList>
      {creating && <CreateProposalDialog clientFolderId={folder.id} onClose={() => setCreating(false)} />}
    </>
  )
}

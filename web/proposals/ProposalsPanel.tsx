import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { ProposalStatus as Status } from '../../domain/proposal.ts'
import { ProposalStatus } from '../agreements/AgreementStatus.tsx'
import { FolderAgreementList, useFolderAgreements } from '../client-folders/FolderAgreementList.tsx'
import { Button } from '../kit/Button.tsx'
import { Money } from '../kit/Money.tsx'
import { useNow } from '../kit/now.ts'
import { Row } from '../kit/RowList.tsx'
import { folderColumnsOf } from './columns.tsx'
import { CreateProposalDialog } from './CreateProposalDialog.tsx'
import { proposalsFound } from './queries.ts'
import { statusChoices, versionWords, whenWords } from './words.ts'

/** A folder's proposals, on its page for the team. */
export function ProposalsPanel({ folder }: { folder: ClientFolderView }) {
  const now = useNow()
  const list = useFolderAgreements()
  const status = Status.options.find((each) => each === list.status)
  const query = useInfiniteQuery(proposalsFound({ clientFolderId: folder.id, status, order: list.order }, 20))
  const [creating, setCreating] = useState(false)
  const columns = useMemo(() => folderColumnsOf(now), [now])
  return (
    <>
      <FolderAgreementList
        noun="proposals"
        folderId={folder.id}
        list={list}
        query={query}
        statuses={statusChoices(true)}
        columns={columns}
        titleOf={({ title }) => title}
        row={(proposal) => (
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
        )}
        create={
          folder.allowed.includes('add') && (
            <Button onClick={() => setCreating(true)}>
              <Plus />
              Create Proposal
            </Button>
          )
        }
        none="Proposals for this client will appear here."
      />
      {creating && <CreateProposalDialog clientFolderId={folder.id} onClose={() => setCreating(false)} />}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { pages } from '../../api/pages.ts'
import type { ContractDetails } from '../../domain/contract.ts'
import { CallError } from '../kit/call.ts'
import { EmptyState, ErrorState } from '../kit/EmptyState.tsx'
import { useLookingAt } from '../kit/looked-at.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { useHome } from '../session/names.ts'
import { useMay } from '../session/use-may.ts'
import { ContractActions } from './ContractActions.tsx'
import { ContractHistory, ContractStanding } from './ContractAside.tsx'
import { ContractPaper } from './ContractPaper.tsx'
import { contractById } from './queries.ts'

const folderPage = pages.find(({ path }) => path === '/client-folders/:id') ?? { who: [] }

/** One contract: the paper, where it stands, and what may be done with it. */
export default function ContractPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(contractById(id))
  const contract = query.data
  return (
    <>
      <PageHeader
        home={useHome()}
        crumbs={[{ label: 'Contracts', to: '/contracts' }]}
        title={contract ? `Contract ${contract.contractNumber}` : 'Contract'}
        backToDashboard={false}
        actions={contract && <ContractActions contract={contract} />}
      />
      {contract ? (
        <Shown contract={contract} />
      ) : isNotThere(query.error) ? (
        <EmptyState title="This contract is not here">It does not exist, or it is not yours to see.</EmptyState>
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Panel flush>
          <SkeletonRows rows={8} label="Loading contract" />
        </Panel>
      )}
    </>
  )
}

function Shown({ contract }: { contract: ContractDetails }) {
  useLookingAt(contract.clientFolderId)
  const leadsToFolder = useMay(folderPage)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_300px] xl:grid-rows-[auto_1fr] xl:gap-5">
      <ContractStanding contract={contract} leadsToFolder={leadsToFolder} />
      <ContractPaper contract={contract} />
      <ContractHistory history={contract.history} />
    </div>
  )
}

const isNotThere = (error: unknown) => error instanceof CallError && error.status === 404

import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ContractDetails } from '../../domain/contract.ts'
import { useSeesFolders } from '../client-folders/use-sees-folders.ts'
import { useLookingAt } from '../kit/looked-at.ts'
import { NotShown } from '../kit/NotShown.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { useHome } from '../session/names.ts'
import { ContractActions } from './ContractActions.tsx'
import { ContractHistory, ContractStanding } from './ContractAside.tsx'
import { ContractPaper } from './ContractPaper.tsx'
import { contractById } from './queries.ts'

/** One contract: the paper, where it stands, and what may be done with it. */
export default function ContractPage() {
  const { id } = useParams({ from: '/contracts/$id' })
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
      {contract ? <Shown contract={contract} /> : <NotShown query={query} noun="contract" />}
    </>
  )
}

function Shown({ contract }: { contract: ContractDetails }) {
  useLookingAt(contract.clientFolderId)
  const leadsToFolder = useSeesFolders()
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_300px] xl:grid-rows-[auto_1fr] xl:gap-5">
      <ContractStanding contract={contract} leadsToFolder={leadsToFolder} />
      <ContractPaper contract={contract} />
      <ContractHistory history={contract.history} />
    </div>
  )
}

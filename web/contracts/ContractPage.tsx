import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useSeesFolders } from '../client-folders/use-sees-folders.ts'
import { useLookingAt } from '../kit/looked-at.ts'
import type { PageLoad } from '../kit/page-load.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { useHome } from '../session/names.ts'
import { ContractActions } from './ContractActions.tsx'
import { ContractHistory, ContractStanding } from './ContractAside.tsx'
import { ContractPaper } from './ContractPaper.tsx'
import { contractById } from './queries.ts'

export const load = ({ client, params }: PageLoad<'id'>) => client.ensureQueryData(contractById(params.id))

/** One contract: the paper, where it stands, and what may be done with it. */
export default function ContractPage() {
  const { id } = useParams({ from: '/contracts/$id' })
  const { data: contract } = useSuspenseQuery(contractById(id))
  useLookingAt(contract.clientFolderId)
  const leadsToFolder = useSeesFolders()
  return (
    <>
      <PageHeader
        home={useHome()}
        crumbs={[{ label: 'Contracts', to: '/contracts' }]}
        title={`Contract ${contract.contractNumber}`}
        backToDashboard={false}
        actions={<ContractActions contract={contract} />}
      />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_300px] xl:grid-rows-[auto_1fr] xl:gap-5">
        <ContractStanding contract={contract} leadsToFolder={leadsToFolder} />
        <ContractPaper contract={contract} />
        <ContractHistory history={contract.history} />
      </div>
    </>
  )
}

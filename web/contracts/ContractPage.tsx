import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useSeesFolders } from '../client-folders/use-sees-folders.ts'
import { useViewedFolder } from '../kit/viewed-folder.ts'
import type { PageLoad } from '../kit/page-load.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { useHome } from '../session/names.ts'
import { ContractActions } from './ContractActions.tsx'
import { ContractHistory, ContractStatusPanel } from './ContractAside.tsx'
import { ContractDocument } from './ContractDocument.tsx'
import { contractById } from './queries.ts'

export const load = ({ client, params }: PageLoad<'id'>) => client.ensureQueryData(contractById(params.id))

/** One contract: the document, its status, and its actions. */
export default function ContractPage() {
  const { id } = useParams({ from: '/contracts/$id' })
  const { data: contract } = useSuspenseQuery(contractById(id))
  useViewedFolder(contract.clientFolderId)
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
        <ContractStatusPanel contract={contract} leadsToFolder={leadsToFolder} />
        <ContractDocument contract={contract} />
        <ContractHistory history={contract.history} />
      </div>
    </>
  )
}

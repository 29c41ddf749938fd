import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ChainStrip } from '../agreements/ChainStrip.tsx'
import { ContractInvoices } from '../agreements/ContractInvoices.tsx'
import { agreementChain } from '../agreements/queries.ts'
import { useSeesFolders } from '../client-folders/use-sees-folders.ts'
import { useViewedFolder } from '../kit/viewed-folder.ts'
import { type PageLoad, prefetch } from '../kit/page-load.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { useAgreementCrumbs } from '../session/agreement-crumbs.ts'
import { useHome } from '../session/names.ts'
import { ContractActions } from './ContractActions.tsx'
import { SignLink } from './SignLink.tsx'
import { ContractHistory, ContractStatusPanel } from './ContractAside.tsx'
import { ContractDocument } from './ContractDocument.tsx'
import { contractById } from './queries.ts'
import { nameOf } from './words.ts'

export const load = ({ client, params: { id } }: PageLoad<'id'>) =>
  Promise.all([client.ensureQueryData(contractById(id)), prefetch(client, [agreementChain({ contractId: id })])])

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
        crumbs={[...useAgreementCrumbs(), { label: 'Contracts', to: '/contracts' }]}
        eyebrow={`Contract ${contract.contractNumber}`}
        title={nameOf(contract)}
        backToDashboard={false}
        actions={<ContractActions contract={contract} hasSignBar />}
      />
      <ChainStrip of={{ contractId: id }} />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_300px] xl:grid-rows-[auto_auto_1fr] xl:gap-x-5 xl:gap-y-0">
        <ContractStatusPanel contract={contract} leadsToFolder={leadsToFolder} />
        <ContractDocument contract={contract} className="xl:col-start-1 xl:row-span-3 xl:row-start-1" />
        <ContractInvoices contract={contract} className="xl:col-start-2 xl:row-start-2 xl:mt-5" />
        <ContractHistory history={contract.history} />
      </div>
      {contract.allowed.includes('sign') && <SignBar id={id} />}
    </>
  )
}

/** On phones the way to sign stays in sight while the contract is read. */
function SignBar({ id }: { id: string }) {
  return (
    <>
      <div className="h-16 lg:hidden" />
      <div className="no-print fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 flex border-t border-line bg-surface px-4 py-2.5 shadow-lift lg:hidden">
        <SignLink id={id} className="flex-1" />
      </div>
    </>
  )
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { createContract, exportContracts, readContractPdf } from '../../api/contracts.ts'
import { ContractStatus } from '../../domain/contract.ts'
import { contractLabels } from '../agreements/status-labels.ts'
import { AgreementListPage, useAgreementList } from '../client-folders/AgreementListPage.tsx'
import { useSeesFolders } from '../client-folders/use-sees-folders.ts'
import { addressOf } from '../kit/call.ts'
import { MenuLink } from '../kit/Menu.tsx'
import { choicesOf } from '../kit/SelectField.tsx'
import { useUser } from '../session/use-auth.ts'
import { useMay } from '../session/use-may.ts'
import { columnsOf } from './columns.tsx'
import { ContractCard } from './ContractCard.tsx'
import { CreateContractDialog } from './CreateContractDialog.tsx'
import { type ContractFilter, contractsFound, contractsQuery } from './queries.ts'
import { orders } from './words.ts'

/** Every contract that the reader may see, newest first. */
export default function ContractsPage() {
  const list = useAgreementList()
  const { q, folder, order } = list.values
  const mayCreate = useMay(createContract)
  const isClient = useUser().role === 'client'
  const status = ContractStatus.options.find((each) => each === list.values.status) ?? ''
  const filter: ContractFilter = { q, status, folderId: folder, order }
  const query = useInfiniteQuery(contractsFound(filter))
  const isTeam = useSeesFolders()
  const columns = useMemo(() => columnsOf(isTeam), [isTeam])
  return (
    <AgreementListPage
      noun="contracts"
      what="contract"
      title={mayCreate ? 'Contract Generator' : 'Contracts'}
      description={
        mayCreate
          ? 'View contracts to sign, active contracts, and past contracts.'
          : isClient
            ? 'Sign, read, and download your contracts.'
            : 'View the contracts of your clients.'
      }
      list={list}
      query={query}
      statuses={choicesOf(ContractStatus.options, contractLabels)}
      orders={orders}
      csv={{ endpoint: exportContracts, query: contractsQuery(filter) }}
      looksAt="contract number and client name"
      none={
        mayCreate
          ? 'Create one here, or from an approved proposal.'
          : isClient
            ? 'Contracts will appear here when they’re ready to review.'
            : 'Contracts will appear here when an administrator creates one.'
      }
      createDialog={mayCreate ? (onClose) => <CreateContractDialog onClose={onClose} /> : null}
      columns={columns}
      titleOf={({ contractNumber }) => contractNumber}
      menu={({ id, contractNumber }) => (
        <MenuLink>
          <a
            href={addressOf(readContractPdf, { params: { id }, query: { download: '1' } })}
            download={`${contractNumber}.pdf`}
          >
            Download PDF
          </a>
        </MenuLink>
      )}
      card={(contract) => <ContractCard key={contract.id} contract={contract} />}
    />
  )
}

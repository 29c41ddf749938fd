import { useInfiniteQuery } from '@tanstack/react-query'
import { createContract, exportContracts } from '../../api/contracts.ts'
import { ContractStatus } from '../../domain/contract.ts'
import { PaperListPage, usePaperList } from '../client-folders/PaperListPage.tsx'
import { statusWords } from '../kit/StatusBadge.tsx'
import { useMay } from '../session/use-may.ts'
import { ContractCard } from './ContractCard.tsx'
import { CreateContractDialog } from './CreateContractDialog.tsx'
import { type ContractFilter, contractsFound, contractsQuery } from './queries.ts'
import { orders } from './words.ts'

const statuses = ContractStatus.options.map((value) => ({ value, label: statusWords(value) }))

/** Every contract that the reader may see, newest first. */
export default function ContractsPage() {
  const list = usePaperList()
  const { q, folder, order } = list.values
  const mayCreate = useMay(createContract)
  const status = ContractStatus.options.find((each) => each === list.values.status) ?? ''
  const filter: ContractFilter = { q, status, folderId: folder, order }
  const query = useInfiniteQuery(contractsFound(filter))
  return (
    <PaperListPage
      what="contract"
      title={mayCreate ? 'Contract Generator' : 'Contracts'}
      description={
        mayCreate
          ? 'What clients sign: made from a proposal, or from lines of their own.'
          : 'What was agreed, to read and to download.'
      }
      list={list}
      query={query}
      statuses={statuses}
      orders={orders}
      csv={{ endpoint: exportContracts, query: contractsQuery(filter) }}
      looksAt="numbers and clients"
      none={
        mayCreate
          ? 'An approved proposal becomes a contract in one step; or make one here.'
          : 'A contract stands here as soon as it is ready to be read.'
      }
      createDialog={mayCreate ? (onClose) => <CreateContractDialog onClose={onClose} /> : null}
    >
      {(contract) => <ContractCard key={contract.id} contract={contract} />}
    </PaperListPage>
  )
}

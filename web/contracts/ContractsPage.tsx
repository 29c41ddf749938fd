import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { createContract, exportContracts } from '../../api/contracts.ts'
import { ContractStatus } from '../../domain/contract.ts'
import { paperFilterNames, PaperFilters } from '../client-folders/PaperFilters.tsx'
import { PaperList } from '../client-folders/PaperList.tsx'
import { Button } from '../kit/Button.tsx'
import { useCreating } from '../kit/creating.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { statusWords } from '../kit/StatusBadge.tsx'
import { useListState } from '../kit/ListFilters.tsx'
import { useHome } from '../session/names.ts'
import { useSeesFolders } from '../client-folders/use-sees-folders.ts'
import { useMay } from '../session/use-may.ts'
import { ContractCard } from './ContractCard.tsx'
import { CreateContractDialog } from './CreateContractDialog.tsx'
import { type ContractFilter, contractsFound, contractsQuery } from './queries.ts'
import { orders } from './words.ts'

const statuses = ContractStatus.options.map((value) => ({ value, label: statusWords(value) }))

/** Every contract that the reader may see, newest first. */
export default function ContractsPage() {
  const state = useListState(paperFilterNames, 'order')
  const { q, folder, order } = state.values
  const [creating, setCreating] = useCreating()
  const mayCreate = useMay(createContract)
  const byFolder = useSeesFolders()
  const status = ContractStatus.options.find((each) => each === state.values.status) ?? ''
  const filter: ContractFilter = { q, status, folderId: folder, order }
  const query = useInfiniteQuery(contractsFound(filter))
  const create = (variant?: 'primary') => (
    <Button variant={variant} onClick={() => setCreating(true)}>
      <Plus />
      Create Contract
    </Button>
  )
  return (
    <>
      <PageHeader
        home={useHome()}
        title={mayCreate ? 'Contract Generator' : 'Contracts'}
        description={
          mayCreate
            ? 'What clients sign: made from a proposal, or from lines of their own.'
            : 'What was agreed, to read and to download.'
        }
        actions={mayCreate && create('primary')}
      />
      <PaperFilters
        what="contracts"
        state={state}
        statuses={statuses}
        orders={orders}
        byFolder={byFolder}
        csv={exportContracts}
        query={contractsQuery(filter)}
      />
      <PaperList
        what="contract"
        query={query}
        state={state}
        looksAt="numbers and clients"
        none={
          mayCreate
            ? 'An approved proposal becomes a contract in one step; or make one here.'
            : 'A contract stands here as soon as it is ready to be read.'
        }
        begin={mayCreate ? create() : undefined}
      >
        {(contract) => <ContractCard key={contract.id} contract={contract} />}
      </PaperList>
      {mayCreate && creating && <CreateContractDialog onClose={() => setCreating(false)} />}
    </>
  )
}

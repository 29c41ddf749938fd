import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { createContract } from '../../api/contracts.ts'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { ContractStatus } from '../agreements/AgreementStatus.tsx'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { Money } from '../kit/Money.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { useMay } from '../session/use-may.ts'
import { CreateContractDialog } from './CreateContractDialog.tsx'
import { contractsFound } from './queries.ts'
import { partyOf, runsWords } from './words.ts'

/** A folder's contracts, on its page for the team. */
export function ContractsPanel({ folder }: { folder: ClientFolderView }) {
  const query = useInfiniteQuery(contractsFound({ folderId: folder.id, limit: 20 }))
  const [creating, setCreating] = useState(false)
  const mayCreate = useMay(createContract) && folder.allowed.includes('add')
  return (
    <>
      {mayCreate && (
        <div className="flex justify-end border-b border-line px-4 py-2 sm:px-5">
          <Button onClick={() => setCreating(true)}>
            <Plus />
            Create Contract
          </Button>
        </div>
      )}
      <PagedList
        query={query}
        more="Show more contracts"
        empty={
          <EmptyState title="No contracts yet">
            {mayCreate
              ? 'Create a contract here, or from an approved proposal.'
              : 'Contracts will appear here when an administrator creates one.'}
          </EmptyState>
        }
      >
        {(contracts) => (
          <RowList label="Contracts">
            {contracts.map((contract) => (
              <Row
                key={contract.id}
                to="/contracts/$id"
                params={{ id: contract.id }}
                title={contract.contractNumber}
                aside={<ContractStatus status={contract.status} needsSignature={contract.allowed.includes('sign')} />}
                context={partyOf(contract) === folder.name ? undefined : partyOf(contract)}
                meta={runsWords(contract)}
                middle={
                  <span className="text-panel text-ink">
                    <Money cents={contract.totalValue} />
                  </span>
                }
              />
            ))}
          </RowList>
        )}
      </PagedList>
      {creating && <CreateContractDialog folder={folder} onClose={() => setCreating(false)} />}
    </>
  )
}

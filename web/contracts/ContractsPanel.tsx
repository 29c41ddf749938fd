import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { createContract } from '../../api/contracts.ts'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { ContractStatus as Status } from '../../domain/contract.ts'
import { ContractStatus } from '../agreements/AgreementStatus.tsx'
import { contractLabels } from '../agreements/status-labels.ts'
import { FolderAgreementList, useFolderAgreements } from '../client-folders/FolderAgreementList.tsx'
import { Button } from '../kit/Button.tsx'
import { Money } from '../kit/Money.tsx'
import { Row } from '../kit/RowList.tsx'
import { choicesOf } from '../kit/SelectField.tsx'
import { useMay } from '../session/use-may.ts'
import { folderColumns } from './columns.tsx'
import { CreateContractDialog } from './CreateContractDialog.tsx'
import { contractsFound } from './queries.ts'
import { partyOf, runsWords } from './words.ts'

/** A folder's contracts, on its page for the team. */
export function ContractsPanel({ folder }: { folder: ClientFolderView }) {
  const list = useFolderAgreements()
  const status = Status.options.find((each) => each === list.status) ?? ''
  const query = useInfiniteQuery(contractsFound({ folderId: folder.id, status, order: list.order, limit: 20 }))
  const [creating, setCreating] = useState(false)
  const mayCreate = useMay(createContract) && folder.allowed.includes('add')
  return (
    <>
      <FolderAgreementList
        noun="contracts"
        folderId={folder.id}
        list={list}
        query={query}
        statuses={choicesOf(Status.options, contractLabels)}
        columns={folderColumns}
        titleOf={({ contractNumber }) => contractNumber}
        row={(contract) => (
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
        )}
        create={
          mayCreate && (
            <Button onClick={() => setCreating(true)}>
              <Plus />
              Create Contract
            </Button>
          )
        }
        none={
          mayCreate
            ? 'Create a contract here, or from an approved proposal.'
            : 'Contracts will appear here when an administrator creates one.'
        }
      />
      {creating && <CreateContractDialog folder={folder} onClose={() => setCreating(false)} />}
    </>
  )
}

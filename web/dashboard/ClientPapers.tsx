import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ContractClientRow } from '../contracts/ClientRow.tsx'
import { contractsFound } from '../contracts/queries.ts'
import { Panel } from '../kit/Panel.tsx'
import { RowList } from '../kit/RowList.tsx'

/** What waits for the client: a proposal to approve, a contract to sign, an invoice to pay. */
export function ClientPapers({ folderId }: { folderId: string }) {
  const contracts = itemsOf(useInfiniteQuery(contractsFound({ folderId, status: 'draft', limit: 10 })))
  const waiting = contracts.length
  if (waiting === 0) return null
  return (
    <Panel flush title="Papers" note="What waits for you." className="mb-4 sm:mb-5">
      <RowList label="Papers">
        {contracts.map((contract) => (
          <ContractClientRow key={contract.id} contract={contract} />
        ))}
      </RowList>
      <Link to="/contracts">All contracts</Link>
    </Panel>
  )
}

const itemsOf = <T,>(query: { data?: { pages: { items: T[] }[] } | undefined }): T[] =>
  query.data?.pages.flatMap(({ items }) => items) ?? []

import { Link } from '@tanstack/react-router'
import { readContractPdf } from '../../api/contracts.ts'
import type { ContractSummary } from '../../domain/contract.ts'
import { ContractStatus } from '../agreements/AgreementStatus.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf } from '../kit/call.ts'
import { DownloadLink } from '../kit/DownloadLink.tsx'
import { Card } from '../kit/CardGrid.tsx'
import { Money } from '../kit/Money.tsx'
import { partyOf, runsWords } from './words.ts'

export function ContractCard({ contract }: { contract: ContractSummary }) {
  const { id, contractNumber, clientName, clientFolderName, totalValue, allowed, serviceNames } = contract
  const party = partyOf(contract)
  return (
    <Card
      title={contractNumber}
      to="/contracts/$id"
      params={{ id }}
      badge={<ContractStatus status={contract.status} needsSignature={contract.allowed.includes('sign')} />}
      context={
        <>
          <span className="block text-ink">{party}</span>
          {party !== clientName && <span className="block">{clientName}</span>}
          {serviceNames.length > 0 && <span className="block">{serviceNames.join(', ')}</span>}
          {party !== clientFolderName && <span className="block text-meta text-ink-3">{clientFolderName}</span>}
        </>
      }
      meta={runsWords(contract)}
      isCompact
      amount={<Money cents={totalValue} />}
      actions={
        <>
          {allowed.includes('sign') && (
            <Link to="/contracts/$id/sign" params={{ id }} className={buttonStyle('primary', 'small')}>
              Sign<span className="sr-only"> {contractNumber}</span>
            </Link>
          )}
          <DownloadLink
            address={addressOf(readContractPdf, { params: { id }, query: { download: '1' } })}
            name={`${contractNumber}.pdf`}
            of={contractNumber}
            variant="ghost"
            size="small"
            isIcon
          />
        </>
      }
    />
  )
}

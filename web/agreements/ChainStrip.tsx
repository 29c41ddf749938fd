import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AgreementChain, RelatedContract } from '../../domain/agreement-chain.ts'
import { ContractStatus, InvoiceStatus, ProposalStatus } from './AgreementStatus.tsx'
import { classes } from '../kit/classes.ts'
import type { Place } from '../kit/link-target.ts'
import { formatMoney } from '../kit/money.ts'
import { agreementChain, type ChainOf } from './queries.ts'

interface Step {
  key: string
  label: string
  place: Place
  isHere: boolean
  badge?: ReactNode
  fact: string
}

/** The proposal, contract, and invoices that the open one belongs to. Nothing where there is only one. */
export function ChainStrip({ of }: { of: ChainOf }) {
  const { data: chain } = useQuery(agreementChain(of))
  const steps = chain === undefined ? [] : stepsOf(chain, of)
  // Its height is reserved, so that the page below stays where it is.
  if (chain !== undefined && steps.length < 2) return null
  return (
    <nav aria-label="Related agreements" className="no-print sm:-mt-3 mb-5 min-h-15">
      <ol className="flex flex-wrap items-stretch gap-x-1 gap-y-2 max-sm:flex-col">
        {steps.map((step, index) => (
          <li key={step.key} className="flex min-w-0 items-center gap-1">
            {index > 0 && <ChevronRight className="shrink-0 text-ink-3 max-sm:rotate-90" />}
            <StepLink step={step} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function StepLink({ step: { label, place, isHere, badge, fact } }: { step: Step }) {
  const content = (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <span dir="auto" className="max-w-[28ch] truncate text-body font-semibold text-ink">
          {label}
        </span>
        {badge}
      </span>
      <span className="tabular block text-meta text-ink-2">{fact}</span>
    </>
  )
  const style = 'block min-w-0 rounded-md border px-3 py-1.5 max-sm:flex-1'
  if (isHere)
    return (
      <span aria-current="page" className={classes(style, 'border-line-strong bg-surface')}>
        {content}
      </span>
    )
  return (
    <Link {...place} className={classes(style, 'border-line bg-surface transition-colors hover:bg-hover')}>
      {content}
    </Link>
  )
}

const relationWords = {
  renewal: { previous: 'Renewed contract', following: 'Renewal' },
  amendment: { previous: 'Amended contract', following: 'Amendment' },
} as const

const relatedStep = (
  { id, number, status, amount, relation, needsSignature }: RelatedContract,
  place: 'previous' | 'following',
): Step => ({
  key: id,
  label: number,
  place: { to: '/contracts/$id', params: { id } },
  isHere: false,
  badge: <ContractStatus status={status} needsSignature={needsSignature} />,
  fact: `${relationWords[relation][place]}, ${formatMoney(amount)}`,
})

function stepsOf(chain: AgreementChain, of: ChainOf): Step[] {
  const { proposal, contract, invoices, previous, following } = chain
  const steps: Step[] = previous === null ? [] : [relatedStep(previous, 'previous')]
  if (proposal !== null)
    steps.push({
      key: proposal.id,
      label: proposal.title,
      place: { to: '/proposals/$id', params: { id: proposal.id } },
      isHere: of.proposalId !== undefined,
      badge: <ProposalStatus status={proposal.status} needsResponse={proposal.needsResponse} />,
      fact: `Proposal, ${formatMoney(proposal.amount)}`,
    })
  if (contract !== null)
    steps.push({
      key: contract.id,
      label: contract.number,
      place: { to: '/contracts/$id', params: { id: contract.id } },
      isHere: of.contractId !== undefined,
      badge: <ContractStatus status={contract.status} needsSignature={contract.needsSignature} />,
      fact: `Contract, ${formatMoney(contract.amount)}`,
    })
  const shown = invoices.find(({ id }) => id === of.invoiceId) ?? (chain.invoiceCount === 1 ? invoices[0] : undefined)
  if (shown !== undefined)
    steps.push({
      key: shown.id,
      label: shown.number,
      place: { to: '/invoices/$id', params: { id: shown.id } },
      isHere: shown.id === of.invoiceId,
      badge: <InvoiceStatus status={shown.status} />,
      fact: `Invoice, ${formatMoney(shown.amount)}`,
    })
  const others = chain.invoiceCount - (shown === undefined ? 0 : 1)
  if (others > 0 && contract !== null)
    steps.push({
      key: 'invoices',
      // The amounts are those of all of them.
      label:
        shown === undefined
          ? `${others} ${others === 1 ? 'invoice' : 'invoices'}`
          : `All ${chain.invoiceCount} invoices`,
      place: { to: '/contracts/$id', params: { id: contract.id } },
      isHere: false,
      fact: `${formatMoney(chain.invoiced)} invoiced, ${formatMoney(chain.outstanding)} outstanding`,
    })
  steps.push(...following.map((each) => relatedStep(each, 'following')))
  return steps
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isClient } from '../../domain/actor.ts'
import type { ContractDetails } from '../../domain/contract.ts'
import { InvoiceStatus } from './AgreementStatus.tsx'
import { classes } from '../kit/classes.ts'
import { formatDate } from '../kit/dates.ts'
import { ErrorLine } from '../kit/EmptyState.tsx'
import { Money } from '../kit/Money.tsx'
import { useNow } from '../kit/now.ts'
import { Panel } from '../kit/Panel.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { useUser } from '../session/use-auth.ts'
import { agreementChain } from './queries.ts'

/** The invoices of a contract and what they come to. Shown once a contract is signed. */
export function ContractInvoices({ contract, className }: { contract: ContractDetails; className?: string }) {
  const query = useQuery({ ...agreementChain({ contractId: contract.id }), enabled: contract.signedAt !== null })
  const now = useNow()
  const readsAsClient = isClient(useUser())
  if (contract.signedAt === null) return null
  const chain = query.data
  return (
    <div id="invoices" className={className}>
      <Panel title="Invoices" flush>
        {chain === undefined ? (
          query.isError ? (
            <ErrorLine
              what="Couldn’t load the invoices."
              error={query.error}
              onRetry={() => void query.refetch()}
              className="px-4 py-3 sm:px-5"
            />
          ) : (
            <Skeleton className="mx-4 my-4 h-16 sm:mx-5" />
          )
        ) : (
          <>
            <dl
              className={classes(
                'grid gap-x-4 gap-y-2 px-4 py-3 text-body sm:px-5',
                'grid-cols-2',
                readsAsClient && 'sm:grid-cols-3',
              )}
            >
              {readsAsClient ? (
                <>
                  <Sum label="Invoiced" cents={chain.invoiced} />
                  <Sum label="Paid" cents={chain.paid} />
                  <Sum label="Balance due" cents={chain.outstanding} />
                </>
              ) : (
                <>
                  <Sum label="Total value" cents={chain.contract?.amount ?? contract.totalValue} />
                  <Sum
                    label={(chain.remaining ?? 0) < 0 ? 'Billed beyond contract' : 'Not billed yet'}
                    cents={Math.abs(chain.remaining ?? 0)}
                  />
                  <Sum label="Billed before tax" cents={chain.billed} />
                  <Sum label="Invoiced" cents={chain.invoiced} />
                  <Sum label="Paid" cents={chain.paid} />
                  <Sum label="Outstanding" cents={chain.outstanding} />
                </>
              )}
            </dl>
            {chain.invoices.length === 0 ? (
              <p className="border-t border-line px-4 py-3 text-body text-ink-2 sm:px-5">No invoices yet.</p>
            ) : (
              <ul aria-label="Invoices of this contract" className="divide-y divide-line border-t border-line">
                {chain.invoices.map(({ id, number, status, amount, dueDate }) => (
                  <li
                    key={id}
                    className="relative flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2.5 transition-colors hover:bg-hover sm:px-5"
                  >
                    <span className="min-w-0">
                      <Link
                        to="/invoices/$id"
                        params={{ id }}
                        className="stretched-link text-body font-semibold text-ink"
                      >
                        {number}
                      </Link>
                      <span className="block text-meta text-ink-3">Due {formatDate(dueDate, now)}</span>
                    </span>
                    <span className="flex items-center gap-2 text-body text-ink">
                      <Money cents={amount} />
                      <InvoiceStatus status={status} />
                    </span>
                  </li>
                ))}
              </ul>
            )}
            {chain.invoiceCount > chain.invoices.length && (
              <p className="border-t border-line px-4 py-3 text-meta text-ink-3 sm:px-5">
                Showing the first {chain.invoices.length} of {chain.invoiceCount.toLocaleString('en-US')}.
              </p>
            )}
          </>
        )}
      </Panel>
    </div>
  )
}

const Sum = ({ label, cents }: { label: string; cents: number }) => (
  <div>
    <dt className="text-meta text-ink-3">{label}</dt>
    <dd className="font-semibold text-ink">
      <Money cents={cents} />
    </dd>
  </div>
)

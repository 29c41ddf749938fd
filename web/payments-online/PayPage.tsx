import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OnlinePayment, PaymentOptions } from '../../domain/online-payment.ts'
import { classes } from '../kit/classes.ts'
import { CopyField } from '../kit/CopyField.tsx'
import { daysUntil, formatDateTime, formatDateWithYear, relativeDays } from '../kit/dates.ts'
import { Money } from '../kit/Money.tsx'
import { formatMoney } from '../kit/money.ts'
import { useNow } from '../kit/now.ts'
import type { PageLoad } from '../kit/page-load.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { useAgreementCrumbs } from '../session/agreement-crumbs.ts'
import { useHome } from '../session/names.ts'
import { useUser } from '../session/use-auth.ts'
import { PayForm } from './PayForm.tsx'
import { paymentOptionsOf } from './queries.ts'
import { texts } from './words.ts'

export const load = ({ client, params: { id } }: PageLoad<'id'>) => client.ensureQueryData(paymentOptionsOf(id))

/** For clients; the team records payments on the invoice's page. */
export default function PayPage() {
  const { id } = useParams({ from: '/invoices/$id/pay' })
  const isClient = useUser().role === 'client'
  return isClient ? <WaysToPay /> : <Navigate to="/invoices/$id" params={{ id }} replace />
}

/** The ways to pay one invoice: the balance due, online payment if the firm accepts it, and other ways. */
function WaysToPay() {
  const { id } = useParams({ from: '/invoices/$id/pay' })
  const crumbs = useAgreementCrumbs()
  const now = useNow()
  const { data: options } = useSuspenseQuery(paymentOptionsOf(id))
  const { invoiceNumber, balance, dueDate, online, payments } = options
  const isDue = options.status === 'sent' || options.status === 'overdue'
  const isOnline = isDue && online !== null
  const hasOnline = isOnline || payments.length > 0
  return (
    <>
      <PageHeader
        home={useHome()}
        crumbs={[
          ...crumbs,
          { label: 'Invoices', to: '/invoices' },
          { label: invoiceNumber, to: '/invoices/$id', params: { id } },
        ]}
        title={`Pay invoice ${invoiceNumber}`}
        description={isDue ? `${formatMoney(balance)} ${dueOn(dueDate, now)}.` : 'No payment is due on this invoice.'}
        backToDashboard={false}
      />
      <div className={classes('grid grid-cols-1 items-start gap-5', hasOnline ? 'lg:grid-cols-2' : 'max-w-[560px]')}>
        {hasOnline && (
          <div className="grid grid-cols-1 gap-5">
            {isOnline && <Online options={options} />}
            {payments.length > 0 && <Payments payments={payments} />}
          </div>
        )}
        {isDue && <OtherWays options={options} />}
      </div>
    </>
  )
}

function Online({ options }: { options: PaymentOptions }) {
  const { online, pending, payable, allowed } = options
  if (online === null) return null
  return (
    <Panel title="Pay online" note={`${methodWords(online.methods)}, on Stripe’s secure page.`}>
      {pending > 0 && <p className="mb-3 text-body text-ink-2">{texts.pending(formatMoney(pending))}</p>}
      {allowed.includes('pay-online') ? (
        <PayForm options={options} />
      ) : (
        <p className="text-body text-ink-2">
          {payable === 0 ? 'There is nothing left to pay.' : 'The client of this folder can pay this invoice online.'}
        </p>
      )}
    </Panel>
  )
}

const methodWords = (methods: readonly string[]) =>
  methods.includes('card') ? 'By card or from a U.S. bank account (ACH)' : 'From a U.S. bank account (ACH)'

const statusWords: Record<OnlinePayment['status'], string> = {
  open: 'Started',
  pending: 'Processing at the bank',
  paid: 'Received',
  failed: 'Didn’t go through',
  expired: 'Not finished',
}

function Payments({ payments }: { payments: OnlinePayment[] }) {
  return (
    <Panel title="Online payments" flush>
      <ul aria-label="Online payments" className="divide-y divide-line">
        {payments.map(({ id, amount, status, createdAt }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 gap-y-1 px-4 py-2.5 text-body sm:px-5">
            <span className="text-ink">{statusWords[status]}</span>
            <Money cents={amount} />
            <time dateTime={createdAt} className="w-full text-meta text-ink-3">
              {formatDateTime(createdAt)}
            </time>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const dueOn = (dueDate: string, now: Date) =>
  daysUntil(dueDate, now) < 0
    ? `was due ${formatDateWithYear(dueDate)}, ${relativeDays(dueDate, now)}`
    : `is due ${formatDateWithYear(dueDate)}`

/** Details for a bank transfer or a check, and the reference to copy. */
function OtherWays({ options: { online, issuer, invoiceNumber, payable } }: { options: PaymentOptions }) {
  return (
    <Panel title={online === null ? 'How to pay' : 'Other ways to pay'}>
      {issuer.payment.map((paragraph) => (
        <p key={paragraph} className="mb-3 text-body wrap-anywhere whitespace-pre-line text-ink-2">
          {paragraph}
        </p>
      ))}
      {issuer.payment.length === 0 && (
        <dl className="mb-4 grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-body">
          <Fact label="Payable to">{issuer.name}</Fact>
          <Fact label="Address">{issuer.address}</Fact>
        </dl>
      )}
      <div className="grid grid-cols-1 gap-4 border-line not-first:border-t not-first:pt-4">
        <CopyField label="Amount" value={formatMoney(payable)} />
        <CopyField label="Reference" value={invoiceNumber} help="Helps us match your payment." />
      </div>
    </Panel>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-3">{label}</dt>
    <dd className="wrap-anywhere whitespace-pre-line text-ink">{children}</dd>
  </>
)

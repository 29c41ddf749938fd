import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listUnappliedPayments } from '../../api/online-payments.ts'
import type { UnappliedAction, UnappliedPaymentView } from '../../domain/unapplied-payment.ts'
import { Button } from '../kit/Button.tsx'
import { formatDate } from '../kit/dates.ts'
import { Money } from '../kit/Money.tsx'
import { formatMoney } from '../kit/money.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { useMay } from '../session/use-may.ts'
import { AddToRetainerDialog } from './AddToRetainerDialog.tsx'
import { ApplyUnappliedDialog } from './ApplyUnappliedDialog.tsx'
import { unappliedPayments } from './queries.ts'
import { RefundUnappliedDialog } from './RefundUnappliedDialog.tsx'
import { actionLabels, texts } from './words.ts'

type UnappliedPaymentsProps = {
  /** Of one folder, or of one invoice. */
  filter?: { clientFolderId?: string; invoiceId?: string }
  /** In a narrow column the actions are below the text. */
  isNarrow?: boolean
  className?: string
}

/** Online payments that are more than was due, for the team; renders nothing if there are none. */
export function UnappliedPayments({ filter = {}, isNarrow = false, className }: UnappliedPaymentsProps) {
  const isTeam = useMay(listUnappliedPayments)
  const query = useInfiniteQuery({ ...unappliedPayments(filter), enabled: isTeam })
  if (query.data === undefined ? !query.isError : query.data.pages[0]?.items.length === 0) return null
  return (
    <Panel title="Unapplied online payments" note={texts.unapplied} flush className={className}>
      <PagedList query={query} more="Show earlier online payments" empty={null}>
        {(payments) => (
          <RowList label="Unapplied online payments">
            {payments.map((payment) => (
              <UnappliedRow key={payment.id} payment={payment} isNarrow={isNarrow} />
            ))}
          </RowList>
        )}
      </PagedList>
    </Panel>
  )
}

function UnappliedRow({ payment, isNarrow }: { payment: UnappliedPaymentView; isNarrow: boolean }) {
  const [open, setOpen] = useState<UnappliedAction | null>(null)
  const close = () => setOpen(null)
  const { invoiceId, invoiceNumber, clientFolderName, amount, unapplied, isRefunding, createdAt, allowed } = payment
  const actions =
    allowed.length > 0 ? (
      <span className="flex flex-wrap gap-2">
        {allowed.map((action) => (
          <Button key={action} size="small" onClick={() => setOpen(action)}>
            {actionLabels[action]}
            <span className="sr-only"> {formatMoney(unapplied)}</span>
          </Button>
        ))}
      </span>
    ) : undefined
  return (
    <>
      <Row
        title={<Money cents={unapplied} />}
        aside={clientFolderName}
        to="/invoices/$id"
        params={{ id: invoiceId }}
        meta={
          <>
            {unapplied < amount && `Of ${formatMoney(amount)} paid `}
            {unapplied < amount ? 'for' : 'Paid for'} {invoiceNumber} on {formatDate(createdAt)}
            {isRefunding && ', refund in progress'}
          </>
        }
        {...(isNarrow ? { below: actions } : { action: actions })}
      />
      {open === 'apply' && <ApplyUnappliedDialog payment={payment} onClose={close} />}
      {open === 'add-to-retainer' && <AddToRetainerDialog payment={payment} onClose={close} />}
      {open === 'refund' && <RefundUnappliedDialog payment={payment} onClose={close} />}
    </>
  )
}

import { Link } from '@tanstack/react-router'
import type { InvoiceSummary } from '../../domain/invoice.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { useUser } from '../session/use-auth.ts'

type PayLinkProps = { invoice: Pick<InvoiceSummary, 'id' | 'invoiceNumber' | 'status'> }

/** For a client, the way to pay an invoice from a list; nothing on a paid or void one. */
export function PayLink({ invoice: { id, invoiceNumber, status } }: PayLinkProps) {
  const isClient = useUser().role === 'client'
  if (!isClient || (status !== 'sent' && status !== 'overdue')) return null
  return (
    <Link to="/invoices/$id/pay" params={{ id }} className={buttonStyle('secondary', 'small')}>
      Pay<span className="sr-only"> {invoiceNumber}</span>
    </Link>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown, CreditCard, HandCoins, Pencil, Send } from 'lucide-react'
import { useState } from 'react'
import { readInvoicePdf } from '../../api/invoices.ts'
import type { InvoiceAction, InvoiceView } from '../../domain/invoice.ts'
import { useUser } from '../session/use-auth.ts'
import { Button } from '../kit/Button.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf } from '../kit/call.ts'
import { DownloadLink } from '../kit/DownloadLink.tsx'
import { AskDialog } from '../kit/Dialog.tsx'
import { Menu, MenuItem } from '../kit/Menu.tsx'
import { formatMoney } from '../kit/money.ts'
import { CreditNoteDialog } from '../credit-notes/CreditNoteDialog.tsx'
import { ApplyRetainerDialog } from '../retainers/ApplyRetainerDialog.tsx'
import { retainerOf } from '../retainers/queries.ts'
import { EditInvoiceDialog } from './EditInvoiceDialog.tsx'
import { useInvoiceAction } from './actions.ts'
import { RecordPaymentDialog } from './RecordPaymentDialog.tsx'
import { VoidInvoiceDialog } from './VoidInvoiceDialog.tsx'
import { texts } from './words.ts'

/** What the reader may do with the invoice. */
export function InvoiceActions({ invoice }: { invoice: InvoiceView }) {
  const [open, setOpen] = useState<InvoiceAction | null>(null)
  const close = () => setOpen(null)
  const move = useInvoiceAction(invoice, close)
  const { id, invoiceNumber, clientFolderName, balance, total, whyNotVoid } = invoice
  const isClient = useUser().role === 'client'
  const isOwed = invoice.status === 'sent' || invoice.status === 'overdue'
  const may = (each: InvoiceAction) => invoice.allowed.includes(each)
  const canUseRetainer = may('record-payment') && !invoice.isRetainer
  const retainer = useQuery({ ...retainerOf(invoice.clientFolderId), enabled: canUseRetainer }).data
  const mayApply = canUseRetainer && retainer?.allowed.includes('apply') === true
  const [isApplying, setIsApplying] = useState(false)
  return (
    <>
      <DownloadLink address={addressOf(readInvoicePdf, { params: { id } })} name={`${invoiceNumber}.pdf`} />
      {isClient && isOwed && (
        <Link to="/invoices/$id/pay" params={{ id }} className={buttonStyle('primary')}>
          <CreditCard />
          Pay
        </Link>
      )}
      {may('edit') && (
        <Button onClick={() => setOpen('edit')}>
          <Pencil />
          Edit
        </Button>
      )}
      {(may('void') || whyNotVoid !== null || may('mark-paid') || may('credit') || mayApply) && (
        <Menu
          trigger={
            <Button>
              More
              <ChevronDown />
            </Button>
          }
          label="More about this invoice"
        >
          {mayApply && <MenuItem onSelect={() => setIsApplying(true)}>Apply retainer</MenuItem>}
          {may('mark-paid') && <MenuItem onSelect={() => setOpen('mark-paid')}>Mark as paid</MenuItem>}
          {may('credit') && <MenuItem onSelect={() => setOpen('credit')}>Create credit note</MenuItem>}
          {may('void') && (
            <MenuItem danger onSelect={() => setOpen('void')}>
              Void invoice
            </MenuItem>
          )}
          {whyNotVoid !== null && (
            <MenuItem whyNot={whyNotVoid} onSelect={() => {}}>
              Void invoice
            </MenuItem>
          )}
        </Menu>
      )}
      {may('send') && (
        <Button variant="primary" onClick={() => setOpen('send')}>
          <Send />
          Send invoice
        </Button>
      )}
      {may('record-payment') && (
        <Button variant="primary" onClick={() => setOpen('record-payment')}>
          <HandCoins />
          Record payment
        </Button>
      )}
      <AskDialog
        open={open === 'send'}
        title={`Send ${invoiceNumber}?`}
        question={texts.send(clientFolderName, formatMoney(total))}
        act="Send invoice"
        pending={move.isPending}
        onCancel={close}
        onAct={() => move.mutate('sent')}
      />
      <AskDialog
        open={open === 'mark-paid'}
        title={`Mark ${invoiceNumber} as paid?`}
        question={texts.markPaid(formatMoney(balance))}
        act="Mark as paid"
        pending={move.isPending}
        onCancel={close}
        onAct={() => move.mutate('paid')}
      />
      {open === 'edit' && <EditInvoiceDialog invoice={invoice} onClose={close} />}
      {open === 'record-payment' && <RecordPaymentDialog invoice={invoice} onClose={close} />}
      {open === 'credit' && (
        <CreditNoteDialog invoice={invoice} clientFolderId={invoice.clientFolderId} onClose={close} />
      )}
      {isApplying && retainer !== undefined && (
        <ApplyRetainerDialog retainer={retainer} invoices={[invoice]} onClose={() => setIsApplying(false)} />
      )}
      {open === 'void' && <VoidInvoiceDialog invoice={invoice} onClose={close} />}
    </>
  )
}

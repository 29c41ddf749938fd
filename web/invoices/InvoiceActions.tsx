import { ChevronDown, HandCoins, Pencil, Send } from 'lucide-react'
import { useState } from 'react'
import { readInvoicePdf } from '../../api/invoices.ts'
import type { InvoiceMove, InvoiceView } from '../../domain/invoice.ts'
import { Button } from '../kit/Button.tsx'
import { addressOf } from '../kit/call.ts'
import { DownloadLink } from '../kit/DownloadLink.tsx'
import { AskDialog } from '../kit/Dialog.tsx'
import { Menu, MenuItem } from '../kit/Menu.tsx'
import { formatMoney } from '../kit/money.ts'
import { EditInvoiceDialog } from './EditInvoiceDialog.tsx'
import { useMoveInvoice } from './moves.ts'
import { RecordPaymentDialog } from './RecordPaymentDialog.tsx'
import { VoidInvoiceDialog } from './VoidInvoiceDialog.tsx'

/** What the reader may do with the invoice. */
export function InvoiceActions({ invoice }: { invoice: InvoiceView }) {
  const [open, setOpen] = useState<InvoiceMove | null>(null)
  const close = () => setOpen(null)
  const move = useMoveInvoice(invoice, close)
  const { id, invoiceNumber, clientFolderName, balance, total } = invoice
  const may = (each: InvoiceMove) => invoice.allowed.includes(each)
  return (
    <>
      <DownloadLink address={addressOf(readInvoicePdf, { params: { id } })} name={`${invoiceNumber}.pdf`} />
      {may('edit') && (
        <Button onClick={() => setOpen('edit')}>
          <Pencil />
          Edit
        </Button>
      )}
      {(may('void') || may('mark-paid')) && (
        <Menu
          trigger={
            <Button>
              More
              <ChevronDown />
            </Button>
          }
          label="More about this invoice"
        >
          {may('mark-paid') && <MenuItem onSelect={() => setOpen('mark-paid')}>Mark as paid</MenuItem>}
          {may('void') && (
            <MenuItem danger onSelect={() => setOpen('void')}>
              Make void
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
        question={`${clientFolderName} is told, and sees an invoice over ${formatMoney(total)}. It can’t be edited afterwards.`}
        act="Send invoice"
        pending={move.isPending}
        onKeep={close}
        onAct={() => move.mutate('sent')}
      />
      <AskDialog
        open={open === 'mark-paid'}
        title={`Is ${invoiceNumber} paid?`}
        question={`The open ${formatMoney(balance)} are recorded as one payment of today. To say how it was paid, record the payment instead.`}
        act="Mark as paid"
        pending={move.isPending}
        onKeep={close}
        onAct={() => move.mutate('paid')}
      />
      {open === 'edit' && <EditInvoiceDialog invoice={invoice} onClose={close} />}
      {open === 'record-payment' && <RecordPaymentDialog invoice={invoice} onClose={close} />}
      {open === 'void' && <VoidInvoiceDialog invoice={invoice} onClose={close} />}
    </>
  )
}

import { Download } from 'lucide-react'
import { useState } from 'react'
import { exportInvoices, exportPayments } from '../../api/invoices.ts'
import { officeDate } from '../../domain/time.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf } from '../kit/call.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { useNow } from '../kit/now.ts'
import { DateField } from '../kit/TextField.tsx'
import { texts } from './words.ts'

/** The books of a period for a spreadsheet: invoices by the day they were sent, payments by the day they came in. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const today = officeDate(useNow())
  const [from, setFrom] = useState(`${today.slice(0, 7)}-01`)
  const [to, setTo] = useState(today)
  const isTurned = from !== '' && to !== '' && from > to
  const query = { from, to }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Export for bookkeeping"
      description={texts.exportForBookkeeping}
      footer={
        <>
          <Save href={addressOf(exportInvoices, { query })} words="Invoices" />
          <Save href={addressOf(exportPayments, { query })} words="Payments" />
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <DateField
          label="From"
          optional
          help="Leave empty to start with the first invoice."
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <DateField
          label="To"
          optional
          help="Includes this date."
          error={isTurned ? 'End date must be on or after the start date.' : undefined}
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
      </div>
    </Dialog>
  )
}

function Save({ href, words }: { href: string; words: string }) {
  return (
    <a href={href} download className={buttonStyle('secondary')}>
      <Download />
      {words} (CSV)
    </a>
  )
}

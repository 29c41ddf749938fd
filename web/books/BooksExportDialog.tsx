import { Download } from 'lucide-react'
import { useState } from 'react'
import { exportBooks } from '../../api/books.ts'
import { type Books, type BooksFormat, missingRetainerNames } from '../../domain/books.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf } from '../kit/call.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { useNow } from '../kit/now.ts'
import { DateField } from '../kit/TextField.tsx'
import { texts } from './words.ts'

const formats: [BooksFormat, label: string, help: string][] = [
  ['quickbooks', 'QuickBooks Online (CSV)', texts.quickBooksOnline],
  ['xero', 'Xero (CSV)', 'Invoices, and credit notes as negative amounts.'],
  ['iif', 'QuickBooks Desktop (IIF)', 'Invoices, credit memos, payments, refunds, reversals, and applied retainers.'],
]

export function BooksExportDialog({ books, onClose }: { books: Books; onClose: () => void }) {
  const lastDay = daysAfter(`${officeDate(useNow()).slice(0, 7)}-01`, -1)
  const [from, setFrom] = useState(`${lastDay.slice(0, 7)}-01`)
  const [to, setTo] = useState(lastDay)
  const problem =
    from === '' || to === ''
      ? 'Enter both dates.'
      : from > to
        ? 'End date must be on or after the start date.'
        : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Export for accounting"
      description={texts.exportForAccounting}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <DateField label="From" value={from} onChange={(event) => setFrom(event.target.value)} />
        <DateField label="To" error={problem} value={to} onChange={(event) => setTo(event.target.value)} />
      </div>
      {problem === undefined && (
        <ul aria-label="Formats" className="mt-5 space-y-3">
          {formats.map(([format, label, help]) => {
            const missing = missingRetainerNames(format, books)
            return (
              <li key={format}>
                {missing === null ? (
                  <a
                    href={addressOf(exportBooks, { params: { format }, query: { from, to } })}
                    download
                    className={buttonStyle('secondary')}
                  >
                    <Download />
                    {label}
                  </a>
                ) : (
                  <span className="block text-body text-ink">{label}</span>
                )}
                <span className="mt-1 block text-meta text-ink-3">{missing ?? help}</span>
              </li>
            )
          })}
        </ul>
      )}
    </Dialog>
  )
}

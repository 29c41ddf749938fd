import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createCreditNote, readCreditNotePdf } from '../../api/credit-notes.ts'
import { type CreditNoteView, isCreditFor } from '../../domain/credit-note.ts'
import type { Statement } from '../../domain/statement.ts'
import { folderById } from '../client-folders/queries.ts'
import { Button } from '../kit/Button.tsx'
import { addressOf } from '../kit/call.ts'
import { classes } from '../kit/classes.ts'
import { DownloadLink } from '../kit/DownloadLink.tsx'
import { formatDate } from '../kit/dates.ts'
import { Money } from '../kit/Money.tsx'
import { formatMoney } from '../kit/money.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { useMay } from '../session/use-may.ts'
import { ApplyCreditDialog } from './ApplyCreditDialog.tsx'
import { CreditNoteDialog } from './CreditNoteDialog.tsx'
import { creditNotesOf, creditNotesOfInvoice } from './queries.ts'
import { VoidCreditNoteDialog } from './VoidCreditNoteDialog.tsx'

/** The credit notes of a folder, and what of them can still be applied. */
export function CreditNotesPanel({ statement }: { statement: Statement }) {
  const { clientFolderId, creditAvailable, invoices } = statement
  const query = useInfiniteQuery(creditNotesOf(clientFolderId))
  const [isCreating, setIsCreating] = useState(false)
  const mayCreate = useMay(createCreditNote)
  const folder = useQuery({ ...folderById(clientFolderId), enabled: mayCreate }).data
  return (
    <Panel
      title="Credit notes"
      note={creditAvailable > 0 ? `${formatMoney(creditAvailable)} available` : undefined}
      flush
      action={
        mayCreate &&
        folder?.allowed.includes('add') === true && (
          <Button size="small" onClick={() => setIsCreating(true)}>
            New credit note
          </Button>
        )
      }
    >
      {isCreating && <CreditNoteDialog clientFolderId={clientFolderId} onClose={() => setIsCreating(false)} />}
      <PagedList
        query={query}
        more="Show earlier credit notes"
        loading={<SkeletonRows rows={1} label="Loading credit notes" />}
        empty={<p className="px-4 py-4 text-body text-ink-2 sm:px-5">No credit notes yet.</p>}
      >
        {(notes) => (
          <RowList label="Credit notes">
            {notes.map((note) => (
              <CreditNoteRow key={note.id} note={note} invoices={invoices} />
            ))}
          </RowList>
        )}
      </PagedList>
    </Panel>
  )
}

/** The credit notes created for an invoice and those applied to it; renders nothing if there are none. */
export function InvoiceCreditNotes({ invoiceId }: { invoiceId: string }) {
  const query = useInfiniteQuery(creditNotesOfInvoice(invoiceId))
  if (query.data === undefined ? !query.isError : query.data.pages[0]?.items.length === 0) return null
  return (
    <Panel title="Credit notes" flush>
      <PagedList query={query} more="Show earlier credit notes" empty={null}>
        {(notes) => (
          <RowList label="Credit notes">
            {notes.map((note) => (
              <CreditNoteRow key={note.id} note={note} isNarrow />
            ))}
          </RowList>
        )}
      </PagedList>
    </Panel>
  )
}

type CreditNoteRowProps = {
  note: CreditNoteView
  /** The outstanding invoices of the client. */
  invoices?: Statement['invoices']
  /** In a narrow column the actions are below the text. */
  isNarrow?: boolean
}

function CreditNoteRow({ note, invoices = [], isNarrow = false }: CreditNoteRowProps) {
  const [open, setOpen] = useState<'apply' | 'void' | null>(null)
  const close = () => setOpen(null)
  const { id, creditNoteNumber, tax, amount, available, date, invoiceNumber, reason, voidedAt, voidReason } = note
  const applicable = invoices.filter((invoice) => isCreditFor(note, invoice))
  const actions = (
    <span className={classes('flex flex-wrap gap-2', !isNarrow && 'justify-end')}>
      <DownloadLink
        address={addressOf(readCreditNotePdf, { params: { id } })}
        name={`${creditNoteNumber}.pdf`}
        of={creditNoteNumber}
        variant="ghost"
        size="small"
      >
        Download PDF
      </DownloadLink>
      {note.allowed.includes('apply') && applicable.length > 0 && (
        <Button size="small" onClick={() => setOpen('apply')}>
          Apply to invoice
        </Button>
      )}
      {note.allowed.includes('void') && (
        <Button size="small" variant="ghost" onClick={() => setOpen('void')}>
          Void
        </Button>
      )}
    </span>
  )
  return (
    <>
      <Row
        title={creditNoteNumber}
        aside={
          <>
            <Money cents={amount} /> {voidedAt !== null && <Badge>Void</Badge>}
          </>
        }
        meta={
          <>
            <span className="block wrap-anywhere">Reason: {reason}</span>
            {voidReason !== null && <span className="block wrap-anywhere">Voided: {voidReason}</span>}
            {formatDate(date)}
            {invoiceNumber === null ? '' : `, for ${invoiceNumber}`}
            {tax > 0 && `, including ${formatMoney(tax)} sales tax`}
            {available > 0 && `, ${formatMoney(available)} available`}
          </>
        }
        {...(isNarrow ? { below: actions } : { action: actions })}
      />
      {open === 'apply' && <ApplyCreditDialog note={note} invoices={applicable} onClose={close} />}
      {open === 'void' && <VoidCreditNoteDialog note={note} onClose={close} />}
    </>
  )
}

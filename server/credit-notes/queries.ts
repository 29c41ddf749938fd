import sql from 'sql-template-tag'
import { z } from 'zod'
import type { listCreditNotes as endpoint } from '../../api/credit-notes.ts'
import type { Actor } from '../../domain/actor.ts'
import { type ClientFolder, FolderFacts } from '../../domain/client-folder.ts'
import { allowedCreditNoteActions, CreditNote, type CreditNoteView } from '../../domain/credit-note.ts'
import { notFound } from '../../domain/errors.ts'
import { linesFor } from '../../domain/invoice-lines.ts'
import { EntryKind } from '../../domain/payment.ts'
import { folderFacts, folderFor, lockInFolder, visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { pageOf, toPage, type Page } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const applied = sql`(select coalesce(sum(p.amount), 0)::bigint from payments p where p.credit_note_id = n.id)`

const columns = sql`
  n.id, n.credit_note_number as "creditNoteNumber", n.client_folder_id as "clientFolderId", f.name as "clientFolderName",
  n.invoice_id as "invoiceId", i.invoice_number as "invoiceNumber", coalesce(i.is_retainer, false) as "isForRetainer",
  coalesce(i.status in ('sent', 'overdue') and i.total > i.amount_paid, false) as "ownIsDue",
  n.line_items as "lineItems", n.subtotal, n.tax, n.amount, n.tax_rate as "taxRate", ${applied} as applied,
  case when n.voided_at is null then n.amount - ${applied} else 0 end as available, n.date, n.reason,
  n.created_by_id as "createdById", person_name(creator.first_name, creator.last_name) as "createdByName",
  iso(n.voided_at) as "voidedAt", n.void_reason as "voidReason", n.version, iso(n.created_at) as "createdAt",
  iso(n.updated_at) as "updatedAt"`

const tables = sql`credit_notes n join client_folders f on f.id = n.client_folder_id
  join users creator on creator.id = n.created_by_id left join invoices i on i.id = n.invoice_id`

const CreditNoteRow = CreditNote.extend({
  /** Something is due on the invoice that it is for. */
  ownIsDue: z.boolean(),
})
export type CreditNoteRow = z.infer<typeof CreditNoteRow>

export const viewedCreditNote = (
  { ownIsDue, ...note }: CreditNoteRow,
  actor: Actor,
  folder: Pick<ClientFolder, 'status'>,
): CreditNoteView => ({
  ...note,
  lineItems: linesFor(actor, note.lineItems),
  allowed: allowedCreditNoteActions(note, actor, { folderIsOpen: folder.status !== 'archived', ownIsDue }),
})

/** For the invoice, or applied to it. */
const ofInvoice = (invoiceId: string) => sql`
  and (n.invoice_id = ${invoiceId} or n.id in (
    select p.credit_note_id from payments p where p.invoice_id = ${invoiceId} and p.kind = 'credit'))`

const ListRow = CreditNoteRow.extend({ folder: FolderFacts })

export async function listCreditNotes(
  reader: Reader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<CreditNoteView>> {
  const rows = await reader.rows(typed(ListRow)`
    select ${columns}, ${folderFacts} as folder from ${tables}
    where ${visibleFolders(actor, 'money')}
      ${query.clientFolderId ? sql`and n.client_folder_id = ${query.clientFolderId}` : sql``}
      ${query.invoiceId ? ofInvoice(query.invoiceId) : sql``}
      ${pageOf(sql`n.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map(({ folder, ...note }) => viewedCreditNote(note, actor, folder)), next }
}

const ApplicationRow = z.object({
  date: z.string(),
  invoiceNumber: z.string(),
  kind: EntryKind,
  /** In cents; negative for a reversal. */
  amount: z.number(),
})

/** Where a credit note whose access was already checked was applied, and what of it was reversed, oldest first. */
export const unsafeApplicationsOf = (reader: Reader, creditNoteId: string) =>
  reader.rows(typed(ApplicationRow)`
    select p.date, i.invoice_number as "invoiceNumber", p.kind, p.amount
    from payments p join invoices i on i.id = p.invoice_id where p.credit_note_id = ${creditNoteId} order by p.id`)

/** A credit note with its folder; throws 404 if the actor may not see the folder. */
export async function creditNoteFor(
  reader: Reader,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<{ note: CreditNoteRow; folder: ClientFolder }> {
  const visible = visibleFolders(actor, 'money')
  if (lock) await lockInFolder(reader, sql`credit_notes n`, sql`n`, id, visible)
  const note = await reader.maybe(
    typed(CreditNoteRow)`select ${columns} from ${tables} where n.id = ${id} and ${visible}`,
  )
  if (note === null) throw notFound()
  return { note, folder: await folderFor(reader, actor, note.clientFolderId, { part: 'money' }) }
}

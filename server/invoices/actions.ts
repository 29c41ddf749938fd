import type { AuditAction } from '../../domain/audit-events.ts'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { newId } from '../kit/id.ts'
import type { Actor } from '../../domain/actor.ts'
import { type ClientFolder, assertNotArchived } from '../../domain/client-folder.ts'
import { ContractStatus } from '../../domain/contract.ts'
import { isBillable } from '../../domain/contract-actions.ts'
import {
  balanceOf,
  assertCanChangeInvoiceStatus,
  assertCanEditInvoice,
  type Invoice,
  type InvoiceChange,
  type InvoiceInput,
  type InvoiceStatusChange,
  type InvoiceView,
  assertCanManageInvoices,
  assertCanSendInvoice,
} from '../../domain/invoice.ts'
import {
  type InvoiceLine,
  type InvoiceLineInput,
  linesOfContract,
  calculateTotals,
  assertTimeLines,
  withServicesOfTime,
} from '../../domain/invoice-lines.ts'
import { invalid, DomainError } from '../../domain/errors.ts'
import type { TaxTerms } from '../../domain/sales-tax.ts'
import { ServiceLine } from '../../domain/service-line.ts'
import { officeDate } from '../../domain/time.ts'
import { folderToAddTo } from '../client-folders/queries.ts'
import { assertEntryDateIsOpen } from '../books/closed-months.ts'
import type { Provider } from '../config.ts'
import { currentFirmSettings } from '../firm-settings/queries.ts'
import type { Tx } from '../kit/db.ts'
import type { Email, ChangeEvent } from '../kit/record.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { assertRateCards } from '../service-rates/assert-rate-cards.ts'
import { nextNumber } from '../numbering/next-number.ts'
import { invoiceSent, invoiceVoided } from './emails.ts'
import { payBalance, settleWithoutPayment } from './pay.ts'
import { issuerOf } from './issuer.ts'
import { invoiceFor, readInvoice, viewed } from './queries.ts'
import { taxOf } from './tax-of.ts'
import { typed } from '../kit/row-types.ts'

/** Drafts are visible to the team only. */
const invoiceChange = ({
  id,
  clientFolderId,
  sentAt,
}: Pick<Invoice, 'id' | 'clientFolderId' | 'sentAt'>): ChangeEvent => ({
  type: 'invoices',
  id,
  clientFolderId,
  teamOnly: sentAt === null,
})

export async function createInvoice(tx: Tx, actor: Actor, input: InvoiceInput): Promise<InvoiceView> {
  assertCanManageInvoices(actor)
  const folder = await folderOr400(tx, actor, input.clientFolderId)
  assertNotArchived(folder)
  const lines = await linesOf(tx, folder, input)
  assertTimeLines(lines, [])
  await assertRateCards(tx, lines)
  const id = await insertDraft(tx, actor.id, folder, { ...input, lineItems: lines })
  return viewedAfter(tx, actor, id, folder)
}

/** Inserts a draft with its next number, and returns its id. Totals that are given must match (400). */
export async function insertDraft(
  tx: Tx,
  createdById: string,
  folder: ClientFolder,
  input: Omit<InvoiceInput, 'clientFolderId'> & { lineItems: InvoiceLineInput[] },
  { isRetainer = false }: { isRetainer?: boolean } = {},
): Promise<string> {
  const terms = await taxOf(tx, folder)
  // Paying in advance is not a sale; the invoices that use the retainer are taxed.
  const tax: TaxTerms = isRetainer ? { ...terms, mode: 'off' } : terms
  const sums = calculateTotals(input.lineItems, tax, input)
  const id = newId()
  const { contractId, description, dueDate } = input
  // Last, because it makes every other transaction that needs a number wait until this one ends.
  const number = await nextNumber(tx, 'INV', input.invoiceNumber)
  await tx.run(sql`
    insert into invoices (id, client_folder_id, contract_id, created_by_id, invoice_number, description, line_items, subtotal, tax, total,
      due_date, tax_exempt, tax_exemption_number, tax_mode, tax_rate, purchase_order_number, is_retainer, created_at, updated_at)
    values (${id}, ${folder.id}, ${contractId}, ${createdById}, ${number}, ${description}, ${JSON.stringify(sums.lineItems)}::jsonb,
      ${sums.subtotal}, ${sums.tax}, ${sums.total}, ${dueDate}, ${folder.taxExempt}, ${exemptionOf(folder)},
      ${tax.mode}, ${tax.rate}, ${folder.purchaseOrderNumber}, ${isRetainer}, ${tx.now}, ${tx.now})`)
  tx.record(
    {
      action: 'invoice.created',
      id,
      clientFolderId: folder.id,
      details: { contractId, total: sums.total, dueDate, ...(isRetainer ? { isRetainer } : {}) },
    },
    invoiceChange({ id, clientFolderId: folder.id, sentAt: null }),
  )
  return id
}

export async function changeInvoice(
  tx: Tx,
  actor: Actor,
  id: string,
  change: InvoiceChange,
  ifMatch: IfMatch,
): Promise<InvoiceView> {
  const { invoice, folder } = await invoiceFor(tx, actor, id, { lock: true })
  assertCanEditInvoice(invoice, actor)
  assertNotArchived(folder)
  assertVersion(invoice, ifMatch)
  if (change.clientFolderId !== undefined && change.clientFolderId !== folder.id)
    throw invalid('clientFolderId', 'An invoice can’t be moved to another client folder.')
  if ((change.invoiceNumber ?? invoice.invoiceNumber) !== invoice.invoiceNumber)
    throw invalid('invoiceNumber', `This invoice keeps its number, ${invoice.invoiceNumber}.`)
  const { contractId, description, dueDate } = { ...invoice, ...change }
  const tax = await taxOf(tx, folder)
  const given = await linesOf(tx, folder, change, invoice)
  assertTimeLines(given, invoice.lineItems)
  const lines = withServicesOfTime(given, invoice.lineItems)
  await assertRateCards(tx, lines)
  const sums = calculateTotals(lines, tax, change)
  await releaseTime(tx, invoice, sums.lineItems)
  await tx.run(sql`
    update invoices set contract_id = ${contractId}, description = ${description}, line_items = ${JSON.stringify(sums.lineItems)}::jsonb,
      subtotal = ${sums.subtotal}, tax = ${sums.tax}, total = ${sums.total}, due_date = ${dueDate}, tax_exempt = ${folder.taxExempt},
      tax_exemption_number = ${exemptionOf(folder)}, tax_mode = ${tax.mode}, tax_rate = ${tax.rate}, purchase_order_number = ${folder.purchaseOrderNumber},
      version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  const facts = ({ contractId: of, total, dueDate: due }: Pick<Invoice, 'contractId' | 'total' | 'dueDate'>) => ({
    contractId: of,
    total,
    dueDate: due,
  })
  tx.record(
    {
      action: 'invoice.changed',
      id,
      clientFolderId: folder.id,
      details: { before: facts(invoice), after: facts({ contractId, total: sums.total, dueDate }) },
    },
    invoiceChange(invoice),
  )
  return viewedAfter(tx, actor, id, folder)
}

export async function changeInvoiceStatus(
  tx: Tx,
  actor: Actor,
  id: string,
  { status: to, reason }: InvoiceStatusChange,
  ifMatch: IfMatch,
  provider: Provider,
): Promise<InvoiceView> {
  const { invoice, folder } = await invoiceFor(tx, actor, id, { lock: true })
  assertCanChangeInvoiceStatus(invoice, actor, to)
  assertNotArchived(folder)
  assertVersion(invoice, ifMatch)
  if (to === 'paid') await payBalance(tx, actor, invoice, folder)
  else if (to === 'sent') await sendInvoice(tx, actor, invoice, folder, provider)
  else await voidInvoice(tx, invoice, folder, reason)
  return viewedAfter(tx, actor, id, folder)
}

/** @param sender who is named in the email; null for the firm */
export async function sendInvoice(
  tx: Tx,
  sender: Actor | null,
  invoice: Invoice,
  folder: ClientFolder,
  provider: Provider,
  { notifies = true }: { notifies?: boolean } = {},
): Promise<void> {
  // Without sales tax, it doesn't depend on the settings.
  if (!invoice.isRetainer) assertCanSendInvoice(invoice, await taxOf(tx, folder))
  const issuer = issuerOf(await currentFirmSettings(tx, provider), folder)
  await tx.run(sql`
    update invoices set status = 'sent', issuer = ${JSON.stringify(issuer)}::jsonb, sent_at = ${tx.now}, version = version + 1, updated_at = ${tx.now} where id = ${invoice.id}`)
  const entry = moved(invoice, 'invoice.sent', 'sent')
  // Records the recipient, since the folder may have another client later.
  tx.record(
    { ...entry, details: { ...entry.details, toId: folder.clientId } },
    invoiceChange({ ...invoice, sentAt: tx.now.toISOString() }),
  )
  // A zero balance can't be paid, and the invoice would become overdue.
  if (balanceOf(invoice) === 0) await settleWithoutPayment(tx, { ...invoice, status: 'sent' })
  if (notifies) mailIfAny(tx, invoiceSent(folder, invoice, sender))
}

async function voidInvoice(tx: Tx, invoice: Invoice, folder: ClientFolder, reason: string | null) {
  await releaseTime(tx, invoice, [])
  // A void invoice is no longer revenue of the month in which it was sent.
  if (invoice.sentAt !== null) await assertEntryDateIsOpen(tx, officeDate(new Date(invoice.sentAt)))
  await tx.run(sql`
    update invoices set status = 'void', reason = ${reason}, version = version + 1, updated_at = ${tx.now} where id = ${invoice.id}`)
  tx.record(moved(invoice, 'invoice.void', 'void'), invoiceChange(invoice))
  if (invoice.sentAt !== null) mailIfAny(tx, invoiceVoided(folder, invoice))
}

const moved = ({ id, clientFolderId, status }: Invoice, action: AuditAction, after: string) => ({
  action,
  id,
  clientFolderId,
  details: { before: status, after },
})

const mailIfAny = (tx: Tx, email: Email | null) => {
  if (email !== null) tx.mail(email)
}

const exemptionOf = (folder: ClientFolder) => (folder.taxExempt ? folder.taxExemptionNumber : null)

export async function folderOr400(tx: Tx, actor: Actor, id: string): Promise<ClientFolder> {
  return folderToAddTo(tx, actor, id, 'money').catch((error: unknown) => {
    throw error instanceof DomainError ? invalid('clientFolderId', 'Choose a client folder.') : error
  })
}

/** The given lines, or those of a newly chosen contract, or the existing ones. */
async function linesOf(
  tx: Tx,
  folder: ClientFolder,
  input: InvoiceChange,
  before?: Invoice,
): Promise<InvoiceLineInput[]> {
  const chosen = input.contractId ?? null
  const contract = chosen === null || chosen === before?.contractId ? null : await contractOr400(tx, folder, chosen)
  if (input.lineItems !== undefined) return input.lineItems
  if (contract !== null) return linesOfContract(contract)
  if (before === undefined) throw invalid('lineItems', 'Add at least one line.')
  return before.lineItems
}

const ContractOr400Row = z.object({
  contractNumber: z.string(),
  services: z.array(ServiceLine),
  totalValue: z.number(),
  status: ContractStatus,
})

async function contractOr400(tx: Tx, folder: ClientFolder, id: string) {
  const contract = await tx.maybe(typed(ContractOr400Row)`
    select contract_number as "contractNumber", services, total_value as "totalValue", status from contracts
    where id = ${id} and client_folder_id = ${folder.id} for share`)
  if (contract === null) throw invalid('contractId', 'Choose a contract from this folder.')
  if (!isBillable(contract)) throw invalid('contractId', 'This contract has ended. Choose another one, or none.')
  return contract
}

/** Makes time available for another invoice that none of the remaining lines bills. */
async function releaseTime(tx: Tx, { id, clientFolderId }: Invoice, remaining: readonly InvoiceLine[]) {
  const remainingTimeLines = remaining.flatMap(({ timeLineId }) => timeLineId ?? [])
  const released = await tx.run(sql`
    update time_entries set invoice_id = null, invoice_line_id = null, version = version + 1, updated_at = ${tx.now}
    where invoice_id = ${id} and invoice_line_id <> all(${remainingTimeLines}::uuid[])`)
  if (released > 0) tx.publish({ type: 'time-entries', id: null, clientFolderId, teamOnly: true })
}

const viewedAfter = async (tx: Tx, actor: Actor, id: string, folder: ClientFolder) =>
  viewed(await readInvoice(tx, actor, id), actor, folder)

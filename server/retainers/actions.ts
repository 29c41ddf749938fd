// Invoices are always locked before the retainer, to avoid deadlocks.
import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived, type ClientFolder } from '../../domain/client-folder.ts'
import { type InvoiceView, subtractPayment } from '../../domain/invoice.ts'
import {
  assertCanApplyRetainer,
  assertCanManageRetainers,
  becomesLow,
  type RetainerApplicationInput,
  type RetainerInput,
  type RetainerInvoiceInput,
  type RetainerView,
} from '../../domain/retainer.ts'
import { folderToAddTo } from '../client-folders/queries.ts'
import { insertDraft } from '../invoices/actions.ts'
import { retainerApplied, retainerIsLow } from '../invoices/emails.ts'
import { insertEntry, settle } from '../invoices/entries.ts'
import { invoiceFor, invoiceOfFolder, viewed } from '../invoices/queries.ts'
import type { Tx } from '../kit/db.ts'
import type { Email } from '../kit/record.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { lockRetainer, retainerEvent } from './balance.ts'
import { readRetainer } from './queries.ts'

export async function changeRetainer(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  { lowBalance }: RetainerInput,
  ifMatch: IfMatch,
): Promise<RetainerView> {
  const folder = await folderToManage(tx, actor, clientFolderId)
  await lockRetainer(tx, folder.id)
  const before = await readRetainer(tx, actor, folder.id)
  assertVersion(before, ifMatch)
  await tx.run(sql`
    update retainers set low_balance = ${lowBalance}, version = version + 1, updated_at = ${tx.now}
    where client_folder_id = ${folder.id}`)
  tx.record(
    {
      action: 'retainer.changed',
      id: folder.id,
      clientFolderId: folder.id,
      details: { before: { lowBalance: before.lowBalance }, after: { lowBalance } },
    },
    retainerEvent(folder.id),
  )
  return readRetainer(tx, actor, folder.id)
}

/** A draft that bills the retainer, without sales tax. */
export async function createRetainerInvoice(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  input: RetainerInvoiceInput,
): Promise<InvoiceView> {
  const folder = await folderToManage(tx, actor, clientFolderId)
  const id = await insertRetainerDraft(tx, actor, folder, input)
  const { invoice } = await invoiceFor(tx, actor, id)
  return viewed(invoice, actor, folder)
}

/** Returns its id. */
export function insertRetainerDraft(
  tx: Tx,
  actor: Actor,
  folder: ClientFolder,
  { amount, description, dueDate }: RetainerInvoiceInput,
): Promise<string> {
  const draft = {
    contractId: null,
    invoiceNumber: null,
    description,
    lineItems: [{ description: 'Retainer, paid in advance', quantity: 1, rate: amount, total: amount }],
    subtotal: null,
    tax: null,
    total: null,
    dueDate,
  }
  return insertDraft(tx, actor.id, folder, draft, { isRetainer: true })
}

/** Reduces what is due on an invoice by a part of the retainer. */
export async function applyRetainer(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  { invoiceId, amount }: RetainerApplicationInput,
): Promise<RetainerView> {
  const folder = await folderToManage(tx, actor, clientFolderId)
  const invoice = await invoiceOfFolder(tx, actor, folder, invoiceId)
  assertCanApplyRetainer(invoice)
  const paid = subtractPayment(invoice, amount)
  const { balance, lowBalance } = await lockRetainer(tx, folder.id)
  const paymentId = await insertEntry(tx, actor, invoice, { kind: 'retainer', amount, method: 'retainer' })
  await settle(tx, invoice, paid, { action: 'invoice.retainer-applied', paymentId, amount })
  mailIfAny(tx, retainerApplied(folder, invoice, amount))
  const left = balance - amount
  if (becomesLow(balance, left, lowBalance)) mailIfAny(tx, retainerIsLow(folder, left))
  return readRetainer(tx, actor, folder.id)
}

async function folderToManage(tx: Tx, actor: Actor, id: string): Promise<ClientFolder> {
  const folder = await folderToAddTo(tx, actor, id, 'money')
  assertCanManageRetainers(actor)
  assertNotArchived(folder)
  return folder
}

const mailIfAny = (tx: Tx, email: Email | null) => {
  if (email !== null) tx.mail(email)
}

import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import { assertCanBillInstallments, installmentLine, type InstallmentsInput } from '../../domain/installment.ts'
import type { InvoiceView } from '../../domain/invoice.ts'
import { contractFor } from '../contracts/queries.ts'
import type { Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { insertDraft } from './actions.ts'
import { readInvoice, viewed } from './queries.ts'

const BilledRow = z.object({ billed: z.number() })

/** Creates the drafts in one transaction that locks the contract, so that concurrent calls never bill more than its total. */
export async function createInstallments(
  tx: Tx,
  actor: Actor,
  contractId: string,
  { installments }: InstallmentsInput,
): Promise<InvoiceView[]> {
  const { contract, folder } = await contractFor(tx, actor, contractId, { lock: true })
  const { billed } = await tx.one(typed(BilledRow)`
    select coalesce(sum(subtotal), 0)::bigint as billed from invoices where contract_id = ${contractId} and status <> 'void'`)
  assertCanBillInstallments(contract, actor, contract.totalValue - billed, installments)
  assertNotArchived(folder)
  const invoices: InvoiceView[] = []
  for (const [at, installment] of installments.entries()) {
    const id = await insertDraft(tx, actor.id, folder, {
      contractId,
      invoiceNumber: null,
      description: null,
      lineItems: [installmentLine(contract, installment, { number: at + 1, count: installments.length })],
      subtotal: null,
      tax: null,
      total: null,
      dueDate: installment.dueDate,
    })
    invoices.push(viewed(await readInvoice(tx, actor, id), actor, folder))
  }
  return invoices
}

// Counts and amounts of proposals, contracts, and invoices by status: the tabs of their lists.
import { z } from 'zod'
import { ContractStatus } from './contract.ts'
import { InvoiceStatus } from './invoice.ts'
import { ProposalStatus } from './proposal.ts'
import { Id } from './text.ts'

const figures = <S extends z.ZodEnum>(status: S) => z.array(z.object({ status, count: z.int(), sum: z.int() }))

/** Amounts in cents: the balance due of sent and overdue invoices, otherwise the total. */
export const AgreementFigures = z.object({
  proposals: figures(ProposalStatus),
  contracts: figures(ContractStatus),
  invoices: figures(InvoiceStatus),
})
export type AgreementFigures = z.infer<typeof AgreementFigures>

export const AgreementFiguresQuery = { clientFolderId: Id.optional() }

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

export type AgreementFigure = AgreementFigures['proposals' | 'contracts' | 'invoices'][number]

/** No money is expected from these, so the sum of a list leaves them out. */
const withoutValue: ReadonlySet<AgreementFigure['status']> = new Set<AgreementFigure['status']>([
  'void',
  'declined',
  'rejected',
  'withdrawn',
  'expired',
  'cancelled',
])

/** Of a whole list: all of its records, and the sum in cents of those from which money is expected. */
export const totalsOf = (figures: readonly AgreementFigure[]): { count: number; sum: number } => ({
  count: figures.reduce((all, { count }) => all + count, 0),
  sum: figures.reduce((all, { status, sum }) => (withoutValue.has(status) ? all : all + sum), 0),
})

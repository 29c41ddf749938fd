// The proposal, contract, and invoices that belong together.
import { z } from 'zod'
import { ContractRelation, ContractStatus } from './contract.ts'
import { InvoiceStatus } from './invoice.ts'
import { ProposalStatus } from './proposal.ts'
import { CalendarDate, Id } from './text.ts'

/** A contract that renews or amends another one, or that is renewed or amended by it. */
export const RelatedContract = z.object({
  id: Id,
  number: z.string(),
  status: ContractStatus,
  amount: z.int(),
  relation: ContractRelation,
  needsSignature: z.boolean(),
})
export type RelatedContract = z.infer<typeof RelatedContract>

/**
 * Amounts in cents. `invoices`: the contract's, oldest first, at most 100; the count and the sums include all of them.
 * Drafts and void invoices are counted but not totaled, except that `billed`, which is before sales tax, includes drafts.
 * `remaining`: the unbilled value of the contract, negative if more was billed; null without a contract. An invoice
 * without a contract is alone in its chain. `previous`: the contract that this one renews or amends. `following`: its renewals
 * and amendments, oldest first, at most the latest 20, without those that were canceled or declined. `needsResponse`
 * and `needsSignature`: whether the reader can give it now.
 */
export const AgreementChain = z.object({
  proposal: z
    .object({ id: Id, title: z.string(), status: ProposalStatus, amount: z.int(), needsResponse: z.boolean() })
    .nullable(),
  contract: RelatedContract.omit({ relation: true }).nullable(),
  previous: RelatedContract.nullable(),
  following: z.array(RelatedContract),
  invoices: z.array(
    z.object({ id: Id, number: z.string(), status: InvoiceStatus, amount: z.int(), dueDate: CalendarDate }),
  ),
  invoiceCount: z.int(),
  invoiced: z.int(),
  paid: z.int(),
  outstanding: z.int(),
  billed: z.int(),
  remaining: z.int().nullable(),
})
export type AgreementChain = z.infer<typeof AgreementChain>

/** One of them. */
export const AgreementChainQuery = { proposalId: Id.optional(), contractId: Id.optional(), invoiceId: Id.optional() }

export const maxInvoicesInChain = 100
export const maxFollowingInChain = 20

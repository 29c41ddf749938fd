// The proposals, contracts, and invoices of a client's folder: what waits for them, then the newest.
import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ContractSummary } from '../../domain/contract.ts'
import type { InvoiceSummary } from '../../domain/invoice.ts'
import type { ProposalView } from '../../domain/proposal.ts'
import { contractsFound } from '../contracts/queries.ts'
import { invoicesFound } from '../invoices/queries.ts'
import type { Page } from '../kit/call.ts'
import { proposalsFound } from '../proposals/queries.ts'

export type Agreement = { id: string; createdAt: string; waits: boolean; dueDate?: string } & (
  | { noun: 'proposals'; proposal: ProposalView }
  | { noun: 'contracts'; contract: ContractSummary }
  | { noun: 'invoices'; invoice: InvoiceSummary }
)

/** So many of each kind; the others are on the page of that kind. */
const limit = 30

type List<T> = UseInfiniteQueryResult<InfiniteData<Page<T>>>

/** Fetched separately, so that newer items do not hide those that need action. */
const lists = {
  sentProposals: (folderId: string) => proposalsFound({ status: 'sent', clientFolderId: folderId }, limit),
  proposals: (folderId: string) => proposalsFound({ clientFolderId: folderId }, limit),
  draftContracts: (folderId: string) => contractsFound({ status: 'draft', folderId, limit }),
  contracts: (folderId: string) => contractsFound({ folderId, limit }),
  overdueInvoices: (folderId: string) => invoicesFound({ status: 'overdue', folderId, limit }),
  sentInvoices: (folderId: string) => invoicesFound({ status: 'sent', folderId, limit }),
  invoices: (folderId: string) => invoicesFound({ folderId, limit }),
}

export const agreementsOf = (folderId: string) => Object.values(lists).map((list) => list(folderId))

export function useAgreements(folderId: string) {
  const proposals = [useInfiniteQuery(lists.sentProposals(folderId)), useInfiniteQuery(lists.proposals(folderId))]
  const contracts = [useInfiniteQuery(lists.draftContracts(folderId)), useInfiniteQuery(lists.contracts(folderId))]
  const invoices = [
    useInfiniteQuery(lists.overdueInvoices(folderId)),
    useInfiniteQuery(lists.sentInvoices(folderId)),
    useInfiniteQuery(lists.invoices(folderId)),
  ]
  const queries = [...proposals, ...contracts, ...invoices]
  const failed = queries.find(({ isError, data }) => isError && data === undefined)
  const agreements = [
    ...itemsOf(proposals).map((proposal): Agreement => {
      const { id, createdAt, allowed } = proposal
      return { noun: 'proposals', id, createdAt, waits: allowed.includes('approve'), proposal }
    }),
    ...itemsOf(contracts).map((contract): Agreement => {
      const { id, createdAt, allowed } = contract
      return { noun: 'contracts', id, createdAt, waits: allowed.includes('sign'), contract }
    }),
    ...itemsOf(invoices).map((invoice): Agreement => {
      const { id, createdAt, dueDate, status } = invoice
      return { noun: 'invoices', id, createdAt, dueDate, waits: status === 'sent' || status === 'overdue', invoice }
    }),
  ]
  return {
    isPending: queries.some(({ isPending }) => isPending),
    error: failed?.error ?? null,
    readAgain: () => void Promise.all(queries.map((query) => query.refetch())),
    agreements: inOrder(agreements),
  }
}

const itemsOf = <T extends { id: string }>(lists: List<T>[]): T[] => {
  const all = lists.flatMap(({ data }) => data?.pages.flatMap(({ items }) => items) ?? [])
  return [...new Map(all.map((item) => [item.id, item])).values()]
}

export const waitingTitle = 'Waiting for you'

const titles = { contracts: 'Contracts', invoices: 'Invoices', proposals: 'Proposals' } as const

/** What waits for the client, then the others of each kind, in the order given; no empty groups. */
export function groupsOf<P extends Pick<Agreement, 'noun' | 'waits'>>(agreements: readonly P[]) {
  const others = (['contracts', 'invoices', 'proposals'] as const).map((noun) => ({
    title: titles[noun] as string,
    items: agreements.filter((each) => each.noun === noun && !each.waits),
  }))
  return [{ title: waitingTitle, items: agreements.filter(({ waits }) => waits) }, ...others].filter(
    ({ items }) => items.length > 0,
  )
}

/** What waits first: what to sign and to answer, then invoices by their due date. After that the newest. */
export function inOrder<P extends Pick<Agreement, 'createdAt' | 'waits' | 'dueDate'>>(agreements: P[]): P[] {
  const newest = agreements.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  const waiting = newest.filter(({ waits }) => waits)
  return [
    ...waiting.toSorted((a, b) => (a.dueDate ?? '').localeCompare(b.dueDate ?? '')),
    ...newest.filter(({ waits }) => !waits),
  ]
}

// A contract that renews or amends an earlier one. A renewal continues it for another term; the earlier one ends at its end
// date. An amendment adds to one that stays active: its services and value are in addition to those of the earlier one.
import type { Actor } from './actor.ts'
import type { Contract, ContractRelation, ContractStatus } from './contract.ts'
import { assertCanCreateContract } from './contract-actions.ts'
import type { ContractDefaults } from './contract-content.ts'
import { monthsAfter } from './deadline.ts'
import { conflict } from './errors.ts'
import { daysAfter, daysBetween } from './time.ts'

const cannotBeRenewed: Partial<Record<ContractStatus, string>> = {
  draft: 'This contract isn’t signed yet, so it can’t be renewed. Edit it instead.',
  cancelled: 'This contract was canceled, so it can’t be renewed. Create a new one.',
  declined: 'This contract was declined, so it can’t be renewed. Create a new one.',
  terminated: 'This contract was terminated, so it can’t be renewed. Create a new one.',
}

const cannotBeAmended: Partial<Record<ContractStatus, string>> = {
  draft: 'This contract isn’t signed yet, so it can’t be amended. Edit it instead.',
  completed: 'This contract is completed, so it can’t be amended. Renew it instead.',
  cancelled: 'This contract was canceled, so it can’t be amended. Create a new one.',
  declined: 'This contract was declined, so it can’t be amended. Create a new one.',
  terminated: 'This contract was terminated, so it can’t be amended. Create a new one.',
}

/**
 * Throws 403 for all but administrators, and 409 for a contract in the wrong status or with a renewal that is in effect or
 * waits for signatures.
 */
export function assertCanRelateContract(
  { status, renewedBy }: Pick<Contract, 'status' | 'renewedBy'>,
  actor: Actor,
  relation: ContractRelation,
): void {
  assertCanCreateContract(actor)
  const reason = (relation === 'renewal' ? cannotBeRenewed : cannotBeAmended)[status]
  if (reason !== undefined) throw conflict(reason)
  if (relation === 'renewal' && renewedBy !== null)
    throw conflict(`Contract ${renewedBy.contractNumber} already renews this one.`)
}

type Term = Pick<Contract, 'startDate' | 'endDate'>

/** The number of whole months between two dates with the same day of the month; otherwise null. */
function wholeMonths(from: string, to: string): number | null {
  const monthOf = (date: string) => 12 * Number(date.slice(0, 4)) + Number(date.slice(5, 7))
  const months = monthOf(to) - monthOf(from)
  return months > 0 && monthsAfter(from, months) === to ? months : null
}

/** The next term, of the same length in months or days; if the contract has no end date, from today and open-ended. */
export function nextTerm({ startDate, endDate }: Term, today: string): Term {
  if (endDate === null) return { startDate: today, endDate: null }
  const next = daysAfter(endDate, 1)
  const months = wholeMonths(startDate, next)
  return {
    startDate: next,
    endDate:
      months === null ? daysAfter(next, daysBetween(startDate, endDate)) : daysAfter(monthsAfter(next, months), -1),
  }
}

/** From today to the end of the amended contract. */
const remainingTerm = ({ startDate, endDate }: Term, today: string): Term => {
  const start = startDate > today ? startDate : today
  return { startDate: start, endDate: endDate !== null && endDate < start ? null : endDate }
}

/** The default terms of an amendment. */
export const amendmentTerms = ({ contractNumber }: Pick<Contract, 'contractNumber'>): string =>
  [
    `Amendment. This contract amends contract ${contractNumber} between the same parties. The services and the total value above are in addition to those of that contract.`,
    `Other terms. All other terms of contract ${contractNumber} remain in effect.`,
  ].join('\n\n')

/** Terms from a template; those of an amendment begin with what it amends. */
export const relatedTerms = (terms: string, previous: Contract['previous']): string =>
  previous?.relation === 'amendment' ? `${amendmentTerms(previous)}\n\n${terms}` : terms

/** The default values of a renewal or an amendment, taken from the earlier contract. */
export const relationDefaults = (previous: Contract, relation: ContractRelation, today: string): ContractDefaults => {
  const { clientName, clientEmail, clientPhone, clientCompany, clientAddress } = previous
  const client = { proposalId: null, clientName, clientEmail, clientPhone, clientCompany, clientAddress }
  return relation === 'renewal'
    ? {
        ...client,
        services: previous.services,
        terms: previous.terms,
        totalValue: previous.totalValue,
        ...nextTerm(previous, today),
      }
    : { ...client, services: [], terms: amendmentTerms(previous), totalValue: null, ...remainingTerm(previous, today) }
}

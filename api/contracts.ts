import { z } from 'zod'
import { administrators, team } from '../domain/actor.ts'
import {
  ContractChange,
  ContractDetails,
  ContractFromProposal,
  ContractInput,
  ContractStatus,
  ContractStatusChange,
  ContractSummary,
  ContractView,
} from '../domain/contract.ts'
import { Id } from '../domain/text.ts'
import { change, create, list, raw, read, search } from './kit/endpoint.ts'

/** `ends`: which ends next first; `amount`: the largest first. */
const found = {
  ...search,
  status: ContractStatus.optional(),
  clientFolderId: Id.optional(),
  order: z.enum(['newest', 'ends', 'amount']).optional(),
}

export const listContracts = list({
  path: '/api/contracts',
  who: 'signed-in',
  summary:
    'Administrators see all contracts, staff those of their folders, clients their own. `q` looks in numbers and names.',
  of: ContractSummary,
  query: found,
})

export const exportContracts = raw('GET', {
  path: '/api/contracts/csv',
  who: team,
  summary: 'The list of contracts with its filters as CSV (RFC 4180, UTF-8); amounts in dollars.',
  query: found,
})

export const readContract = read({
  path: '/api/contracts/:id',
  who: 'signed-in',
  summary: 'One contract with its history.',
  reply: ContractDetails,
})

export const createContract = create({
  path: '/api/contracts',
  who: administrators,
  summary:
    'Makes a draft that awaits the client’s signature. With a proposal, what is left out is filled from it. Amounts in cents; a number of one’s own is used if it is free (409).',
  body: ContractInput,
  reply: ContractView,
})

export const createContractFromProposal = create({
  path: '/api/proposals/:id/contract',
  who: 'signed-in',
  summary:
    'An approved proposal becomes a contract in one step; starts today unless said otherwise. 409 naming the contract that was made from it already.',
  body: ContractFromProposal,
  reply: ContractView,
})

export const changeContract = change('PUT', {
  path: '/api/contracts/:id',
  who: 'signed-in',
  summary:
    'Changes the text while it is a draft (409 after); what is left out stays. The client has to open it again before signing.',
  body: ContractChange,
  reply: ContractView,
})

export const changeContractStatus = change('PATCH', {
  path: '/api/contracts/:id/status',
  who: 'signed-in',
  summary: 'Administrators complete, cancel or terminate; the client declines, with a reason.',
  body: ContractStatusChange,
  reply: ContractView,
})

export const readContractPaper = raw('GET', {
  path: '/api/contracts/:id/pdf',
  who: 'signed-in',
  summary:
    'The contract as PDF: sealed once it is signed; `original` is the untouched one as it was signed. Each fetch stands in the trail; it is what "has opened" means. Of an erased client the sealed one is kept, and the original answers 409.',
  query: { original: z.string().max(10).optional() },
})

import { z } from 'zod'
import { administrators, team } from '../domain/actor.ts'
import {
  ContractChange,
  ContractDetails,
  ContractFromProposal,
  ContractPreviewQuery,
  ContractInput,
  ContractStatus,
  ContractStatusChange,
  ContractSummary,
  ContractView,
  RelatedContractInput,
} from '../domain/contract.ts'
import { Id } from '../domain/text.ts'
import { change, create, list, raw, read, search } from './kit/endpoint.ts'

/** `ends`: earliest end first; `amount`: largest first. */
const found = {
  ...search,
  status: ContractStatus.optional(),
  clientFolderId: Id.optional(),
  order: z.enum(['newest', 'ends', 'ends-desc', 'amount', 'amount-asc']).optional(),
}

export const listContracts = list({
  path: '/api/contracts',
  who: 'signed-in',
  summary:
    'Lists contracts: all for administrators; for staff, those of their folders; for clients, their own. `q` searches numbers and names.',
  of: ContractSummary,
  query: found,
})

export const exportContracts = raw('GET', {
  path: '/api/contracts/csv',
  who: team,
  summary: 'Exports the list of contracts with its filters as CSV (RFC 4180, UTF-8), in dollars.',
  query: found,
})

export const readContract = read({
  path: '/api/contracts/:id',
  who: 'signed-in',
  summary: 'Returns one contract with its history.',
  reply: ContractDetails,
})

export const createContract = create({
  path: '/api/contracts',
  who: administrators,
  summary:
    'Creates a draft to be signed by the client, or by the `signers` in order of position, by `signBy`. With a proposal, missing fields are filled in from it. With a `template`, its terms are filled in from that version; 409 if it isn’t the current one. Amounts are in cents. A contract number in the body must not be in use (409).',
  body: ContractInput,
  reply: ContractView,
})

export const createContractFromProposal = create({
  path: '/api/proposals/:id/contract',
  who: 'signed-in',
  summary:
    'Creates a contract from an approved proposal, starting today unless the body says otherwise. 409 with its number if one was already created from it.',
  body: ContractFromProposal,
  reply: ContractView,
})

export const renewContract = create({
  path: '/api/contracts/:id/renewal',
  who: 'signed-in',
  summary:
    'Creates a contract that renews an active or completed one, for the client to sign. Omitted fields are filled in from the earlier contract; by default, the new term follows it and has the same length. The earlier contract doesn’t change. 409 in any other status, or if a renewal exists (the message includes its number).',
  body: RelatedContractInput,
  reply: ContractView,
})

export const amendContract = create({
  path: '/api/contracts/:id/amendment',
  who: 'signed-in',
  summary:
    'Creates a contract that amends an active one, for the client to sign. The amended contract stays active; the services and value of the amendment are in addition to its own. If omitted, the client and the end date are filled in from it, and the terms refer to it. 409 in any other status.',
  body: RelatedContractInput,
  reply: ContractView,
})

export const previewContract = raw('GET', {
  path: '/api/proposals/:id/contract/preview',
  who: 'signed-in',
  summary:
    'Returns the contract that an approved proposal would become with these dates and this template, as a PDF without a number. Stores nothing. For administrators (403); 409 if the proposal is not approved, or already has a contract.',
  query: ContractPreviewQuery,
})

export const changeContract = change('PUT', {
  path: '/api/contracts/:id',
  who: 'signed-in',
  summary:
    'Updates a draft; omitted fields do not change, and terms from a template are filled in again. The client has to open it again before signing. 409 after signing.',
  body: ContractChange,
  reply: ContractView,
})

export const changeContractStatus = change('PATCH', {
  path: '/api/contracts/:id/status',
  who: 'signed-in',
  summary: 'Changes the status. Administrators complete, cancel, or terminate; the client declines, with a reason.',
  body: ContractStatusChange,
  reply: ContractView,
})

export const readContractPdf = raw('GET', {
  path: '/api/contracts/:id/pdf',
  who: 'signed-in',
  summary:
    'Returns the contract as a PDF, sealed once it is signed. `original` returns the unsealed document as it was signed. With `download`, it is an attachment. Each download is recorded in the audit log; the contract counts as opened when all bytes were sent, except to a browser’s own viewer. For a deleted client the sealed PDF is still available, and the original returns 409.',
  query: { original: z.string().max(10).optional(), download: z.string().max(10).optional() },
})

import { z } from 'zod'
import { team } from '../domain/actor.ts'
import {
  ProposalDetails,
  ProposalInput,
  ProposalStatus,
  ProposalStatusChange,
  ProposalView,
} from '../domain/proposal.ts'
import { Id } from '../domain/text.ts'
import { change, create, list, raw, read, search } from './kit/endpoint.ts'

/** `valid`: whose last day is nearest first; `amount`: the largest first. */
const found = {
  ...search,
  status: ProposalStatus.optional(),
  clientFolderId: Id.optional(),
  order: z.enum(['newest', 'valid', 'amount']).optional(),
}

export const listProposals = list({
  path: '/api/proposals',
  who: 'signed-in',
  summary:
    'Proposals of the folders that the caller sees, newest first; clients see those that were sent to them. Amounts in cents.',
  of: ProposalView,
  query: found,
})

export const exportProposals = raw('GET', {
  path: '/api/proposals/csv',
  who: team,
  summary: 'The list of proposals with its filters as CSV (RFC 4180, UTF-8); amounts in dollars.',
  query: found,
})

export const readProposal = read({
  path: '/api/proposals/:id',
  who: 'signed-in',
  summary: 'One proposal with its versions. To a client a draft is 404.',
  reply: ProposalDetails,
})

export const createProposal = create({
  path: '/api/proposals',
  who: team,
  summary:
    'A draft for a client: hours × rate for each line, in cents. Totals may be left out; sent ones have to agree (400). A day that is past, an unknown or inactive rate card and an unknown folder are 400.',
  body: ProposalInput,
  reply: ProposalView,
})

export const changeProposal = change('PUT', {
  path: '/api/proposals/:id',
  who: 'signed-in',
  summary: 'The team edits a draft. What was sent is frozen (409).',
  body: ProposalInput,
  reply: ProposalView,
})

export const changeProposalStatus = change('PATCH', {
  path: '/api/proposals/:id/status',
  who: 'signed-in',
  summary:
    "The team sends or withdraws; the folder's client approves or declines (rejected), with a comment or without. 403 for the other side, 409 for what the status forbids; an expired one can't be approved.",
  body: ProposalStatusChange,
  reply: ProposalView,
})

export const reviseProposal = create({
  path: '/api/proposals/:id/revision',
  who: 'signed-in',
  summary:
    'A new draft from one that was sent and is not approved, with the next version number. When it is sent, the earlier one is withdrawn if it still waits. One open revision at a time (409).',
  reply: ProposalView,
})

export const readProposalPdf = raw('GET', {
  path: '/api/proposals/:id/pdf',
  who: 'signed-in',
  summary: 'The proposal as a PDF.',
})

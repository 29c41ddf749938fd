import { z } from 'zod'
import { team } from '../domain/actor.ts'
import {
  ProposalDetails,
  ProposalInput,
  ProposalStatus,
  ProposalStatusChange,
  ProposalView,
} from '../domain/proposal.ts'
import { Id, Instant } from '../domain/text.ts'
import { change, create, list, raw, read, search } from './kit/endpoint.ts'

/** `valid`: earliest expiry first; `amount`: largest first. */
const found = {
  ...search,
  status: ProposalStatus.optional(),
  clientFolderId: Id.optional(),
  order: z.enum(['newest', 'valid', 'valid-desc', 'amount', 'amount-asc']).optional(),
}

export const listProposals = list({
  path: '/api/proposals',
  who: 'signed-in',
  summary:
    'Lists proposals of the folders that the caller can see, newest first; for clients, those sent to them. Amounts are in cents.',
  of: ProposalView,
  query: found,
})

export const exportProposals = raw('GET', {
  path: '/api/proposals/csv',
  who: team,
  summary: 'Exports the list of proposals with its filters as CSV (RFC 4180, UTF-8), in dollars.',
  query: found,
})

export const readProposal = read({
  path: '/api/proposals/:id',
  who: 'signed-in',
  summary: 'Returns one proposal with its versions. A draft is 404 for a client.',
  reply: ProposalDetails,
})

export const createProposal = create({
  path: '/api/proposals',
  who: team,
  summary:
    'Creates a draft for a client: hours × rate for each line, in cents. The client can choose among the lines with `isOptional`, which are not in the total; at least one line must not be optional. Totals are optional; those in the body must match (400). A date in the past, an unknown or inactive rate card, and an unknown folder are errors (400). With a `template`, its terms are filled in from that version; 409 if it isn’t the current one.',
  body: ProposalInput,
  reply: ProposalView,
})

export const changeProposal = change('PUT', {
  path: '/api/proposals/:id',
  who: 'signed-in',
  summary: 'Updates a draft, and fills in the terms from its template again. A sent proposal cannot be changed (409).',
  body: ProposalInput,
  reply: ProposalView,
})

export const changeProposalStatus = change('PATCH', {
  path: '/api/proposals/:id/status',
  who: 'signed-in',
  summary:
    "Changes the status: the team sends or withdraws; the folder's client approves or declines (rejected), with an optional comment. For an approval, `chosenOptionIds` lists the optional lines to include in the total; without it, none are included. An unknown or repeated id is an error (400). 403 for the other side, 409 if the status does not allow it; an expired proposal cannot be approved.",
  body: ProposalStatusChange,
  reply: ProposalView,
})

export const noteProposalOpened = change('POST', {
  path: '/api/proposals/:id/opening',
  who: 'signed-in',
  summary:
    'Records that the client’s side opened a proposal. The first time, the team is notified. Later calls, and proposals that need no response, only add to the audit log. 403 for the team.',
  reply: z.object({ openedAt: Instant.nullable() }),
})

export const reviseProposal = create({
  path: '/api/proposals/:id/revision',
  who: 'signed-in',
  summary:
    'Creates a new draft from a proposal that was sent and not approved, with the next version number. Sending it withdraws the earlier one if it has no response. One draft revision at a time (409).',
  reply: ProposalView,
})

export const readProposalPdf = raw('GET', {
  path: '/api/proposals/:id/pdf',
  who: 'signed-in',
  summary: 'Returns the proposal as a PDF.',
})

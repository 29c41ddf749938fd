import { z } from 'zod'
import { ContractView } from '../domain/contract.ts'
import { DocumentView } from '../domain/document.ts'
import { DeclineInput, SignatureInput } from '../domain/signature.ts'
import { DelegationInput, PossibleSigner, SignersChange } from '../domain/signer.ts'
import { change, create, raw, read } from './kit/endpoint.ts'

export const signDocument = create({
  path: '/api/documents/:id/signature',
  who: 'signed-in',
  summary:
    'Signs a document that the signer has opened, when it is their turn. `consent` must be true; `kind` is "typed" or "drawn"; for a drawn signature, `strokes` are lists of points in pixels. The sealed copy is ready within seconds. The document counts as signed once everyone on the client’s side has signed it. 403 for anyone else who can see it; 409 out of turn, before it was opened, or after it was signed.',
  body: SignatureInput,
  reply: DocumentView,
})

export const declineDocument = create({
  path: '/api/documents/:id/refusal',
  who: 'signed-in',
  summary:
    'Declines to sign a document, with a reason, as a signer on the client’s side whose turn it is. This ends the request for all signers; the team can request signatures again if no one had signed.',
  body: DeclineInput,
  reply: DocumentView,
})

export const signContract = create({
  path: '/api/contracts/:id/signature',
  who: 'signed-in',
  summary:
    'Signs a contract whose PDF the signer has opened, in its current version, when it is their turn (otherwise 409). The last signature on the client’s side changes the status from draft to active. The body is the same as for a document.',
  body: SignatureInput,
  reply: ContractView,
})

export const declineContract = create({
  path: '/api/contracts/:id/refusal',
  who: 'signed-in',
  summary:
    'Declines a contract, with a reason, as a signer on the client’s side whose turn it is: draft → declined, for all signers.',
  body: DeclineInput,
  reply: ContractView,
})

export const changeContractSigners = change('PUT', {
  path: '/api/contracts/:id/signers',
  who: 'signed-in',
  summary:
    'Replaces the signers of a contract who have not signed, their order, and the due date. Signers with the same position can sign at the same time. 400 for someone who cannot be chosen or is listed twice. Administrators only.',
  body: SignersChange,
  reply: ContractView,
})

export const changeDocumentSigners = change('PUT', {
  path: '/api/documents/:id/signers',
  who: 'signed-in',
  summary:
    'Replaces the signers of a document who have not signed, their order, and the due date. 403 for clients; 409 if no signature is pending.',
  body: SignersChange,
  reply: DocumentView,
})

export const delegateContract = create({
  path: '/api/contracts/:id/delegation',
  who: 'signed-in',
  summary:
    'Delegates the caller’s signature on a contract to another contact with permission to sign, or to the client. 403 for anyone who is not a signer on the client’s side; 409 after signing, or if that person is already a signer.',
  body: DelegationInput,
  reply: ContractView,
})

export const delegateDocument = create({
  path: '/api/documents/:id/delegation',
  who: 'signed-in',
  summary:
    'Delegates the caller’s signature on a document to another contact with permission to sign, or to the client. 403 for anyone who is not a signer on the client’s side; 409 after signing, or if that person is already a signer.',
  body: DelegationInput,
  reply: DocumentView,
})

export const readPossibleSigners = read({
  path: '/api/client-folders/:id/possible-signers',
  who: 'signed-in',
  summary:
    'Lists who can sign the contracts or documents of a folder: for the team, its client, the contacts with permission to sign, and team members; for someone who can sign for the client, the others on that side. 403 for other contacts.',
  query: { for: z.enum(['contracts', 'documents'], 'Choose contracts or documents.') },
  reply: z.array(PossibleSigner),
})

const inline = { inline: z.string().max(10).optional() }

export const readSignedDocument = raw('GET', {
  path: '/api/documents/:id/signed',
  who: 'signed-in',
  summary:
    'Returns the sealed PDF of a signed document, or its certificate if the document is not a PDF; with `inline`, the browser shows it. 409 until it is sealed.',
  query: inline,
})

export const readCertificate = raw('GET', {
  path: '/api/documents/:id/certificate',
  who: 'signed-in',
  summary:
    'Returns the sealed signature certificate: who, when, from where, how, which bytes, and the consent text. 409 until it is sealed.',
  query: inline,
})

export const readContractCertificate = raw('GET', {
  path: '/api/contracts/:id/certificate',
  who: 'signed-in',
  summary:
    'Returns the sealed certificate of the signatures on a contract: who, when, from where, how, in which order, and the consent text. 409 until it is sealed, and for contracts signed with an earlier version, whose certificate is part of the contract.',
  query: inline,
})

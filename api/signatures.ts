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
    'Signs a document that the signer has opened, when it is their turn. `consent` is true, `kind` is "typed" or "drawn"; for a drawn one, `strokes` are lists of points in pixels. The sealed copy follows within seconds. The document is signed when everyone on the client’s side has. 403 for anyone else who can see it, 409 out of turn, if it was not opened, or is already signed.',
  body: SignatureInput,
  reply: DocumentView,
})

export const declineDocument = create({
  path: '/api/documents/:id/refusal',
  who: 'signed-in',
  summary:
    'Declines to sign a document, with a reason, as a signer on the client’s side whose turn it is. That ends it for all signers; the team can request the signatures again if no one had signed.',
  body: DeclineInput,
  reply: DocumentView,
})

export const signContract = create({
  path: '/api/contracts/:id/signature',
  who: 'signed-in',
  summary:
    'Signs a contract whose PDF the signer has opened, in its current version, when it is their turn (otherwise 409). With the last signature on the client’s side: draft → active. The body is that of a document’s signature.',
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
    'Replaces the signers of a contract who have not signed, with their order and the due date. For administrators (403). Signers with the same position sign at the same time. 400 for someone who cannot be chosen, or is named twice.',
  body: SignersChange,
  reply: ContractView,
})

export const changeDocumentSigners = change('PUT', {
  path: '/api/documents/:id/signers',
  who: 'signed-in',
  summary:
    'Replaces the signers of a document who haven’t signed, and its due date. 403 for clients; 409 while no signature is pending.',
  body: SignersChange,
  reply: DocumentView,
})

export const delegateContract = create({
  path: '/api/contracts/:id/delegation',
  who: 'signed-in',
  summary:
    'Delegates one’s own signature to another contact who may sign, or to the client. 403 for anyone without a pending signature on the client’s side; 409 after signing, and if that person already signs it.',
  body: DelegationInput,
  reply: ContractView,
})

export const delegateDocument = create({
  path: '/api/documents/:id/delegation',
  who: 'signed-in',
  summary:
    'Delegates one’s own signature on a document to another contact who may sign, or to the client. 403 for anyone without a pending signature on the client’s side; 409 after signing, and if that person already signs it.',
  body: DelegationInput,
  reply: DocumentView,
})

export const readPossibleSigners = read({
  path: '/api/client-folders/:id/possible-signers',
  who: 'signed-in',
  summary:
    'Lists who can sign what belongs to a folder: for the team its client, its contacts with the right to sign, and team members; for someone who may sign for the client, the others on that side. 403 for other contacts.',
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

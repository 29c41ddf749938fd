import { z } from 'zod'
import { ContractView } from '../domain/contract.ts'
import { DocumentView } from '../domain/document.ts'
import { DeclineInput, SignatureInput } from '../domain/signature.ts'
import { create, raw } from './kit/endpoint.ts'

export const signDocument = create({
  path: '/api/documents/:id/signature',
  who: 'signed-in',
  summary:
    'The folder\'s client signs what they have opened. `consent` is true, `kind` is "typed" or "drawn"; `strokes` are lists of points in pixels, for a drawn one. The sealed copy follows within moments. 403 for anyone else who sees it, 409 when it was not opened or is signed.',
  body: SignatureInput,
  reply: DocumentView,
})

export const declineDocument = create({
  path: '/api/documents/:id/refusal',
  who: 'signed-in',
  summary: "The folder's client declines to sign and says why. The team may ask again.",
  body: DeclineInput,
  reply: DocumentView,
})

export const signContract = create({
  path: '/api/contracts/:id/signature',
  who: 'signed-in',
  summary:
    "The folder's client signs the contract whose PDF they have opened, in its present text: draft → active. The body is that of a document's signature.",
  body: SignatureInput,
  reply: ContractView,
})

export const declineContract = create({
  path: '/api/contracts/:id/refusal',
  who: 'signed-in',
  summary: "The folder's client declines the contract and says why: draft → declined.",
  body: DeclineInput,
  reply: ContractView,
})

const inline = { inline: z.string().max(10).optional() }

export const readSignedDocument = raw('GET', {
  path: '/api/documents/:id/signed',
  who: 'signed-in',
  summary:
    'The sealed PDF of a signed document, or its certificate where the document is no PDF; `inline` shows it in the browser. 409 until it is sealed.',
  query: inline,
})

export const readCertificate = raw('GET', {
  path: '/api/documents/:id/certificate',
  who: 'signed-in',
  summary:
    'The sealed certificate of the signing: who, when, from where, how, to which bytes, and what they agreed to. 409 until it is sealed.',
  query: inline,
})

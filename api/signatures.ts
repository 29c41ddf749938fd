import { z } from 'zod'
import { ContractView } from '../domain/contract.ts'
import { DocumentView } from '../domain/document.ts'
import { DeclineInput, SignatureInput } from '../domain/signature.ts'
import { create, raw } from './kit/endpoint.ts'

export const signDocument = create({
  path: '/api/documents/:id/signature',
  who: 'signed-in',
  summary:
    'Signs a document that the folder’s client has opened. `consent` is true, `kind` is "typed" or "drawn"; for a drawn one, `strokes` are lists of points in pixels. The sealed copy follows within seconds. 403 for anyone else who can see it, 409 if it was not opened or is already signed.',
  body: SignatureInput,
  reply: DocumentView,
})

export const declineDocument = create({
  path: '/api/documents/:id/refusal',
  who: 'signed-in',
  summary:
    "Declines to sign a document, with a reason, as the folder's client. The team can request the signature again.",
  body: DeclineInput,
  reply: DocumentView,
})

export const signContract = create({
  path: '/api/contracts/:id/signature',
  who: 'signed-in',
  summary:
    "Signs a contract whose PDF the folder's client has opened, in its current version: draft → active. The body is that of a document's signature.",
  body: SignatureInput,
  reply: ContractView,
})

export const declineContract = create({
  path: '/api/contracts/:id/refusal',
  who: 'signed-in',
  summary: "Declines a contract, with a reason, as the folder's client: draft → declined.",
  body: DeclineInput,
  reply: ContractView,
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

import { HandbookInput, HandbookView } from '../domain/handbook.ts'
import { DocumentFormat } from '../domain/model-policy.ts'
import { change, create, list, raw, read, wholeNumber } from './kit/endpoint.ts'

const wrongNumber = 'A version is a whole number from 1.'

export const listHandbooks = list({
  path: '/api/client-folders/:id/handbooks',
  who: 'signed-in',
  summary: 'Lists the employee handbook of a folder: one or none. Clients see it once a version has been sent.',
  of: HandbookView,
})

export const createHandbook = create({
  path: '/api/client-folders/:id/handbooks',
  who: 'signed-in',
  summary:
    'Creates a handbook for a folder from model policies and the firm’s own, in order, with the employer’s fields. 409 if the folder already has one.',
  body: HandbookInput,
  reply: HandbookView,
})

export const readHandbook = read({
  path: '/api/handbooks/:id',
  who: 'signed-in',
  summary: 'Returns one handbook with the versions that were sent. For clients it is 404 until one has been sent.',
  reply: HandbookView,
})

export const changeHandbook = change('PUT', {
  path: '/api/handbooks/:id',
  who: 'signed-in',
  summary: 'Updates the draft. Versions already sent don’t change.',
  body: HandbookInput,
  reply: HandbookView,
})

export const sendHandbook = create({
  path: '/api/handbooks/:id/versions',
  who: 'signed-in',
  summary:
    'Sends the draft as the next version: its PDF becomes a document of the folder that the client acknowledges by signing. 409 if a field is not filled in, a policy is not in use, or the folder is archived.',
  reply: HandbookView,
})

export const downloadHandbook = raw('GET', {
  path: '/api/handbooks/:id/download',
  who: 'signed-in',
  summary:
    'Returns the handbook as one PDF or Word document (`format`), with contents: a version that was sent, or for the team the draft.',
  query: {
    format: DocumentFormat.default('pdf'),
    version: wholeNumber(wrongNumber, 1_000_000).optional(),
  },
})

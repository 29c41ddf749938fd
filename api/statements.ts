import { Statement } from '../domain/statement.ts'
import { raw, read } from './kit/endpoint.ts'

export const readStatement = read({
  path: '/api/client-folders/:id/statement',
  who: 'signed-in',
  summary:
    'Returns the account statement of a folder: the outstanding balance by how long it has been due, and the payments of the last 12 months. Amounts are in cents.',
  reply: Statement,
})

export const readStatementPdf = raw('GET', {
  path: '/api/client-folders/:id/statement/pdf',
  who: 'signed-in',
  summary: 'Returns the account statement as a PDF. 409 after the client was deleted.',
})

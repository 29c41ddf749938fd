import { Statement } from '../domain/statement.ts'
import { raw, read } from './kit/endpoint.ts'

export const readStatement = read({
  path: '/api/client-folders/:id/statement',
  who: 'signed-in',
  summary:
    'What the client of a folder owes today, by how long it has been due, and the payments of the last twelve months. Amounts in cents.',
  reply: Statement,
})

export const readStatementPdf = raw('GET', {
  path: '/api/client-folders/:id/statement/pdf',
  who: 'signed-in',
  summary: 'The statement on paper. 409 once the client was erased.',
})

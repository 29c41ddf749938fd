import { Statement } from '../domain/statement.ts'
import { read } from './kit/endpoint.ts'

export const readStatement = read({
  path: '/api/client-folders/:id/statement',
  who: 'signed-in',
  summary:
    'What the client of a folder owes today, by how long it has been due, and the payments of the last twelve months. Amounts in cents.',
  reply: Statement,
})

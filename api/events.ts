import { Id } from '../domain/text.ts'
import { raw } from './kit/endpoint.ts'

export const openEvents = raw('GET', {
  path: '/api/events',
  who: 'signed-in',
  isAutomatic: true,
  summary:
    'Server-Sent Events: `event: change` with { type, id, clientFolderId } for each thing the caller should read again. `clientFolderId` in the query says which folder is open, so that no letter is sent about it.',
  query: { clientFolderId: Id.optional() },
})

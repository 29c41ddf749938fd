import { z } from 'zod'
import type { ChangeType } from '../domain/folder-rights.ts'
import { raw } from './kit/endpoint.ts'

export const openEvents = raw('GET', {
  path: '/api/events',
  who: 'signed-in',
  isAutomatic: true,
  summary:
    'Server-Sent Events: `event: change` with { type, id, clientFolderId } for each thing the caller should read again. `clientFolderId` in the query names the folder that is open, or up to ten separated by commas, so that no email is sent about them. At most 10 streams for a session and 20 for a person; the next is a 429.',
  query: {
    clientFolderId: z
      .string()
      .regex(/^[^,]{1,50}(,[^,]{1,50}){0,9}$/, 'Name at most ten folders.')
      .optional(),
  },
})

/** What an event says. The browser's query keys begin with its `type`. */
export interface Change {
  type: ChangeType
  id: string | null
  clientFolderId: string | null
}

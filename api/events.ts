import { z } from 'zod'
import type { ChangeType } from '../domain/folder-rights.ts'
import { raw } from './kit/endpoint.ts'

export const openEvents = raw('GET', {
  path: '/api/events',
  who: 'signed-in',
  isAutomatic: true,
  summary:
    'Streams Server-Sent Events: `event: change` with { type, id, clientFolderId } for each record that the caller should read again. `clientFolderId` in the query names up to 10 open folders, separated by commas, for which no emails are sent. At most 10 streams for a session and 20 for a person (429).',
  query: {
    clientFolderId: z
      .string()
      .regex(/^[^,]{1,50}(,[^,]{1,50}){0,9}$/, 'Name at most ten folders.')
      .optional(),
  },
})

/** The data of a live event. The browser's query keys begin with its `type`. */
export interface Change {
  type: ChangeType
  id: string | null
  clientFolderId: string | null
}

import { z } from 'zod'
import { team } from '../domain/actor.ts'
import {
  ClientFolderChange,
  ClientFolderInput,
  ClientFolderView,
  FolderAccess,
  FolderStatus,
} from '../domain/client-folder.ts'
import { Id } from '../domain/text.ts'
import { change, create, list, raw, read, search } from './kit/endpoint.ts'

const found = {
  ...search,
  status: FolderStatus.optional(),
  assignedStaffId: Id.optional(),
  clientId: Id.optional(),
  order: z.enum(['newest', 'name']).optional(),
}

export const listClientFolders = list({
  path: '/api/client-folders',
  who: 'signed-in',
  summary:
    'Administrators see all folders, staff those assigned to them and those they created until the first reassignment, clients their own; the first is their home.',
  of: ClientFolderView,
  query: found,
})

export const exportClientFolders = raw('GET', {
  path: '/api/client-folders/csv',
  who: team,
  summary: 'The list of folders with its filters as CSV (RFC 4180, UTF-8).',
  query: found,
})

export const readClientFolder = read({
  path: '/api/client-folders/:id',
  who: 'signed-in',
  summary: 'One folder.',
  reply: ClientFolderView,
})

export const readFolderAccess = read({
  path: '/api/client-folders/:id/access',
  who: 'signed-in',
  summary:
    'Who can see the folder, besides the administrators, and as what; for the team and the folder’s client (403 for a contact). To the team also who its earlier clients were, and why that changed.',
  reply: FolderAccess,
})

export const createClientFolder = create({
  path: '/api/client-folders',
  who: team,
  summary:
    'Opens a folder: staff for themselves, administrators for a chosen staff member. From an accepted request (`serviceRequestId`) the visitor becomes its client, found by email or invited. An account that belongs to a folder the caller cannot see waits for an administrator (`clientRequest`).',
  body: ClientFolderInput,
  reply: ClientFolderView,
})

export const changeClientFolder = change('PATCH', {
  path: '/api/client-folders/:id',
  who: 'signed-in',
  summary:
    'Changes what is named; only administrators reassign. In a folder with content, only administrators change the client, with `reason` and after entering their password again. An archived folder takes nothing but a new status (409).',
  body: ClientFolderChange,
  reply: ClientFolderView,
})

import { z } from 'zod'
import { administrators, team } from '../domain/actor.ts'
import {
  ClientFolderChange,
  ClientFolderInput,
  ClientFolderSummary,
  ClientFolderView,
  FolderStatus,
  FolderView,
} from '../domain/client-folder.ts'
import { FolderAccess } from '../domain/folder-access.ts'
import { FolderDates } from '../domain/folder-dates.ts'
import { FolderFigures } from '../domain/folder-figures.ts'
import { FolderMergeInput, FolderMergePreview } from '../domain/folder-merge.ts'
import { Id } from '../domain/text.ts'
import { change, create, list, raw, read, search } from './kit/endpoint.ts'

const found = {
  ...search,
  status: FolderStatus.optional(),
  assignedStaffId: Id.optional(),
  clientId: Id.optional(),
  view: FolderView.optional(),
  order: z.enum(['newest', 'name']).optional(),
}

export const listClientFolders = list({
  path: '/api/client-folders',
  who: 'signed-in',
  summary:
    'Lists folders: all for administrators; for staff, those that they lead or are a member of, those that they created, until the first reassignment, and those of a colleague for whom they cover; for bookkeepers, all; for clients, their own, home folder first. `view` limits it to folders that the caller leads (`mine`) or works in (`team`: leads, is a member of, or created).',
  of: ClientFolderView,
  query: found,
})

export const listFolderSummaries = list({
  path: '/api/client-folders/summaries',
  who: team,
  summary:
    'Lists the folders that the caller can see, each with the number of its items in the work queue and the time of the last activity. Append `-desc` or `-asc` to an order to reverse it.',
  of: ClientFolderSummary,
  query: {
    ...search,
    status: FolderStatus.optional(),
    assignedStaffId: Id.optional(),
    view: FolderView.optional(),
    order: z
      .enum([
        'newest',
        'name',
        'name-desc',
        'consultant',
        'consultant-desc',
        'work',
        'work-asc',
        'activity',
        'activity-asc',
      ])
      .optional(),
  },
})

export const exportClientFolders = raw('GET', {
  path: '/api/client-folders/csv',
  who: team,
  summary: 'Exports the list of folders with its filters as CSV (RFC 4180, UTF-8).',
  query: found,
})

export const readClientFolder = read({
  path: '/api/client-folders/:id',
  who: 'signed-in',
  summary: 'Returns one folder.',
  reply: ClientFolderView,
})

export const readFolderFigures = read({
  path: '/api/client-folders/:id/figures',
  who: 'signed-in',
  summary:
    "Counts a folder's assignments, documents, open document requests, messages, employees, open deadlines, proposals, contracts, and invoices, and returns its outstanding, overdue, and paid amounts in cents. Parts that the caller cannot see are null.",
  reply: FolderFigures,
})

export const readFolderDates = read({
  path: '/api/client-folders/:id/dates',
  who: 'signed-in',
  summary:
    'Returns the next six dates of a folder from today on, earliest first: assignments, requested documents, deadlines, invoices (with the balance due in cents), and ends of contracts, if the caller can see them.',
  reply: FolderDates,
})

export const readFolderAccess = read({
  path: '/api/client-folders/:id/access',
  who: 'signed-in',
  summary:
    "Lists who can see the folder besides administrators, and in which role. For the team and the folder's client; 403 for a contact. For the team it includes earlier clients and merged folders, with the reason for each change.",
  reply: FolderAccess,
})

export const createClientFolder = create({
  path: '/api/client-folders',
  who: team,
  summary:
    "Creates a folder. Staff create it for themselves, administrators for a chosen staff member. With an accepted request (`serviceRequestId`), the visitor becomes the client: matched by email or invited. An account of a folder that the caller cannot see needs an administrator's confirmation (`clientRequest`).",
  body: ClientFolderInput,
  reply: ClientFolderView,
})

export const changeClientFolder = change('PATCH', {
  path: '/api/client-folders/:id',
  who: 'signed-in',
  summary:
    'Updates the fields in the body. Only administrators reassign. In a folder with content, only administrators change the client, with a `reason` and recent authentication. In an archived folder only the status can be changed (409).',
  body: ClientFolderChange,
  reply: ClientFolderView,
})

export const readFolderMergePreview = read({
  path: '/api/client-folders/:id/merge',
  who: administrators,
  summary:
    'Returns a preview of merging a folder, a duplicate, into the folder `intoId`: what moves, who sees it then, whose access has to be chosen, and what prevents it. Changes nothing.',
  query: { intoId: Id },
  reply: FolderMergePreview,
})

export const mergeClientFolder = change('POST', {
  path: '/api/client-folders/:id/merge',
  who: administrators,
  summary:
    "Moves a folder's content to the folder `intoId` and archives the duplicate, with a reason; returns the remaining folder. `people` has a choice for each person of the duplicate who doesn't see the remaining folder: `add` (as a contact with the same rights, or as a team member) or `none`. 409 if either is archived or merged, or if the duplicate has agreements, invoices, signed or pending documents, prices, a legal hold, a pending access request, or a running action.",
  body: FolderMergeInput,
  reply: ClientFolderView,
  reauthenticate: true,
})

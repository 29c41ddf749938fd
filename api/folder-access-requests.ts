import { AccessRequestDecision, AccessRequestStatus, FolderAccessRequestView } from '../domain/folder-access-request.ts'
import { Id } from '../domain/text.ts'
import { change, list, read } from './kit/endpoint.ts'

export const listFolderAccessRequests = list({
  path: '/api/folder-access-requests',
  who: 'signed-in',
  summary:
    'Requests to add an existing account to a folder, the latest first: administrators see all, the team those of their folders, a client those about contacts of their own folders. `account` says whose account it is, to administrators only.',
  of: FolderAccessRequestView,
  query: { status: AccessRequestStatus.optional(), clientFolderId: Id.optional() },
})

export const readFolderAccessRequest = read({
  path: '/api/folder-access-requests/:id',
  who: 'signed-in',
  summary: 'One request to add an existing account to a folder.',
  reply: FolderAccessRequestView,
})

export const changeFolderAccessRequestStatus = change('PATCH', {
  path: '/api/folder-access-requests/:id/status',
  who: 'signed-in',
  summary:
    'Administrators confirm or decline a request (403 for others); whoever sees it may withdraw it. 409 for a request that was decided, an archived folder, and an account that is deactivated or not a client’s.',
  body: AccessRequestDecision,
  reply: FolderAccessRequestView,
})

import { AccessRequestDecision, AccessRequestStatus, FolderAccessRequestView } from '../domain/folder-access-request.ts'
import { Id } from '../domain/text.ts'
import { change, list, read } from './kit/endpoint.ts'

export const listFolderAccessRequests = list({
  path: '/api/folder-access-requests',
  who: 'signed-in',
  summary:
    'Lists requests to add an existing account to a folder, newest first: all for administrators; for the team, those of their folders; for a client, those about contacts of their own folders. `account` (whose account it is) is for administrators only.',
  of: FolderAccessRequestView,
  query: { status: AccessRequestStatus.optional(), clientFolderId: Id.optional() },
})

export const readFolderAccessRequest = read({
  path: '/api/folder-access-requests/:id',
  who: 'signed-in',
  summary: 'Returns one request to add an existing account to a folder.',
  reply: FolderAccessRequestView,
})

export const changeFolderAccessRequestStatus = change('PATCH', {
  path: '/api/folder-access-requests/:id/status',
  who: 'signed-in',
  summary:
    "Changes the status. Administrators confirm or decline (403 for others); anyone who can see the request can withdraw it. 409 if it was already decided, the folder is archived, or the account is inactive or not a client's.",
  body: AccessRequestDecision,
  reply: FolderAccessRequestView,
})

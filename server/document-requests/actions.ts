import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { type ClientFolder, assertNotArchived } from '../../domain/client-folder.ts'
import {
  assertCanRequestDocument,
  assertCanChangeDocumentRequestStatus,
  DocumentRequest,
  type DocumentRequestInput,
  type DocumentRequestSetInput,
  type DocumentRequestStatus,
  type DocumentRequestStatusChange,
  type DocumentRequestView,
  submit,
} from '../../domain/document-request.ts'
import { invalid } from '../../domain/errors.ts'
import { folderToAddTo } from '../client-folders/queries.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { documentsAskedFor, documentReturned, requestSettled } from './emails.ts'
import { documentRequestFor, viewed } from './queries.ts'
import { typed } from '../kit/row-types.ts'

export async function createDocumentRequest(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  input: DocumentRequestInput,
): Promise<DocumentRequestView> {
  const [id = ''] = await createDocumentRequests(tx, actor, clientFolderId, [input])
  return viewedAfter(tx, actor, id)
}

/** All or none; the client gets one email. */
export async function createDocumentRequestSet(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  { requests, ...shared }: DocumentRequestSetInput,
): Promise<{ requests: DocumentRequestView[] }> {
  const ids = await createDocumentRequests(
    tx,
    actor,
    clientFolderId,
    requests.map((each) => ({ ...each, ...shared })),
  )
  const views: DocumentRequestView[] = []
  for (const id of ids) views.push(await viewedAfter(tx, actor, id))
  return { requests: views }
}

/** Creates all or none; the client gets one email. Returns their ids in the order of the inputs. */
export async function createDocumentRequests(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  inputs: readonly DocumentRequestInput[],
): Promise<string[]> {
  const folder = await openFolder(tx, actor, clientFolderId)
  const ids: string[] = []
  // Created in reverse, so that a list with the newest first shows them in the chosen order.
  for (const each of inputs.toReversed()) ids.unshift(await ask(tx, actor, folder, each))
  const titles = inputs.map(({ title }) => title)
  notifyClient(tx, documentsAskedFor(folder, actor, titles))
  return ids
}

export async function changeDocumentRequestStatus(
  tx: Tx,
  actor: Actor,
  id: string,
  change: DocumentRequestStatusChange,
  ifMatch: IfMatch,
): Promise<DocumentRequestView> {
  const { request, folder } = await documentRequestFor(tx, actor, id, { lock: true })
  assertCanChangeDocumentRequestStatus(request, actor, change)
  assertNotArchived(folder)
  assertVersion(request, ifMatch)
  const { status, reason } = change
  await tx.run(sql`
    update document_requests set status = ${status}, reason = ${reason},
      returned_at = ${status === 'pending' ? tx.now : request.returnedAt},
      completed_at = ${status === 'completed' ? tx.now : null}, version = version + 1
    where id = ${id}`)
  recordStatusChange(tx, folder, request, status)
  notifyClient(
    tx,
    status === 'pending'
      ? documentReturned(folder, request.title)
      : requestSettled(folder, request.title, status === 'completed'),
  )
  return viewedAfter(tx, actor, id)
}

const RequestStateRow = DocumentRequest.pick({ id: true, status: true })

/** An upload that names a document request of its folder answers it. Several files may, until the request is closed. */
export async function submitDocumentRequest(tx: Tx, folder: ClientFolder, id: string): Promise<void> {
  const request = await tx.maybe(typed(RequestStateRow)`
    select id, status from document_requests where id = ${id} and client_folder_id = ${folder.id} for update`)
  if (request === null) throw invalid('documentRequestId', 'Choose a document request from this folder.')
  const status = submit(request)
  if (request.status === status) return tx.publish(requestChange(id, folder.id))
  await tx.run(sql`update document_requests set status = ${status}, version = version + 1 where id = ${id}`)
  recordStatusChange(tx, folder, request, status)
}

async function openFolder(tx: Tx, actor: Actor, id: string): Promise<ClientFolder> {
  const folder = await folderToAddTo(tx, actor, id, 'documents')
  assertCanRequestDocument(actor)
  assertNotArchived(folder)
  return folder
}

async function ask(tx: Tx, actor: Actor, folder: ClientFolder, input: DocumentRequestInput): Promise<string> {
  const id = newId()
  await tx.run(sql`
    insert into document_requests (id, client_folder_id, requested_by_id, title, description, document_type, priority, due_date,
      created_at)
    values (${id}, ${folder.id}, ${actor.id}, ${input.title}, ${input.description}, ${input.documentType}, ${input.priority},
      ${input.dueDate}, ${tx.now})`)
  tx.record({ action: 'document-request.created', id, clientFolderId: folder.id }, requestChange(id, folder.id))
  return id
}

function recordStatusChange(
  tx: Tx,
  folder: ClientFolder,
  { id, status: before }: Pick<DocumentRequest, 'id' | 'status'>,
  after: DocumentRequestStatus,
) {
  const action = `document-request.${after === 'pending' ? 'returned' : after}` as const
  tx.record({ action, id, clientFolderId: folder.id, details: { before, after } }, requestChange(id, folder.id))
}

const requestChange = (id: string, clientFolderId: string): ChangeEvent => ({
  type: 'document-requests',
  id,
  clientFolderId,
})

function notifyClient(tx: Tx, email: Parameters<Tx['mail']>[0] | null) {
  if (email !== null) tx.mail(email)
}

async function viewedAfter(tx: Tx, actor: Actor, id: string) {
  const { request, folder } = await documentRequestFor(tx, actor, id)
  return viewed(request, actor, folder)
}

// Merging a client folder into another one of the same business (docs/decisions/0130).
import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder, ClientFolderView } from '../../domain/client-folder.ts'
import {
  assertCanMergeFolders,
  assertChoicesComplete,
  assertNoObstacles,
  type FolderMergeInput,
  mergeObstacles,
  type MergePerson,
  rightsAfterMerge,
} from '../../domain/folder-merge.ts'
import { assertRoomFor, insertContact, removeAllContacts } from '../folder-contacts/actions.ts'
import { addFolderMember } from '../folder-members/actions.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Tx } from '../kit/db.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { storeClientChange } from './actions.ts'
import { accessEnded } from './emails.ts'
import { foldersToMerge, mergeFacts, mergePeople } from './merge-queries.ts'
import { allContent, moveContent } from './merge-rows.ts'
import { folderFor, viewed } from './queries.ts'

/** Returns the folder that remains. */
export async function mergeFolder(
  tx: Tx,
  keys: DataKeys,
  actor: Actor,
  id: string,
  { intoId, reason, people: choices }: FolderMergeInput,
  ifMatch: IfMatch,
): Promise<ClientFolderView> {
  await foldersToMerge(tx, actor, id, intoId)
  // In the order of their ids, so that two merges can't wait for each other; and before reading, so that what someone is
  // adding to either of them is visible.
  await tx.rows(sql`select id from client_folders where id = any(${[id, intoId]}::uuid[]) order by id for update`)
  const { folder, into } = await foldersToMerge(tx, actor, id, intoId)
  assertCanMergeFolders(folder, into, actor)
  assertVersion(folder, ifMatch)
  assertNoObstacles(mergeObstacles(await mergeFacts(tx, id, intoId)))
  const people = await mergePeople(tx, id, intoId)
  assertChoicesComplete(people, choices)
  const isAdded = ({ userId }: MergePerson) => choices.some((each) => each.userId === userId && each.choice === 'add')
  await moveContent(tx, keys, id, intoId)
  await tx.run(sql`
    update client_folders set status = 'archived', client_id = null, had_client = had_client or client_id is not null,
      merged_into_id = ${intoId}, merged_at = ${tx.now}, merged_by_id = ${actor.id}, merge_reason = ${reason},
      version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  const added = people.filter(isAdded)
  const removed = people.filter((each) => !each.hasAccess && !isAdded(each))
  recordMerge(tx, folder, into, { added, removed })
  await endAccess(tx, actor, folder, reason, removed)
  for (const person of added) await giveAccess(tx, actor, into, person)
  return viewed(await folderFor(tx, actor, intoId), actor)
}

const idsOf = (people: readonly MergePerson[]) => people.map(({ userId }) => userId)

/** The reason is text that someone wrote, so it is stored with the folder and not in the audit log. */
function recordMerge(
  tx: Tx,
  { id, clientId, contacts }: ClientFolder,
  { id: intoId }: ClientFolder,
  { added, removed }: Record<'added' | 'removed', MergePerson[]>,
) {
  tx.record(
    {
      action: 'client-folder.merged',
      id,
      clientFolderId: id,
      details: { intoId, added: idsOf(added), removed: idsOf(removed) },
    },
    // Also refreshes the people on the client's side, who then get a 404.
    { type: 'client-folders', id, clientFolderId: id, userIds: [clientId, ...contacts.map(({ userId }) => userId)] },
    ...allContent(id),
  )
  tx.record(
    {
      action: 'client-folder.continued',
      id: intoId,
      clientFolderId: intoId,
      details: { mergedId: id, added: idsOf(added) },
    },
    { type: 'client-folders', id: intoId, clientFolderId: intoId },
    ...allContent(intoId),
  )
}

/** No one on the client's side sees the duplicate any longer; its team does. */
async function endAccess(
  tx: Tx,
  actor: Actor,
  folder: ClientFolder,
  reason: string,
  removed: readonly MergePerson[],
): Promise<void> {
  await removeAllContacts(tx, folder)
  if (folder.clientId === null) return
  await storeClientChange(tx, actor, folder, null, reason)
  const client = removed.find(({ userId }) => userId === folder.clientId)
  if (client !== undefined) tx.mail(accessEnded({ email: client.email, userId: client.userId, name: client.name }))
}

async function giveAccess(tx: Tx, actor: Actor, into: ClientFolder, person: MergePerson): Promise<void> {
  const { userId, name, email, role } = person
  if (role !== 'client' && role !== 'contact') {
    await addFolderMember(tx, actor, into.id, { userId })
    return
  }
  await assertRoomFor(tx, actor, into)
  const contact = { name: name ?? email, email, userId, ...rightsAfterMerge(person) }
  await insertContact(tx, actor, into, { ...contact, addedById: actor.id, invited: false })
}

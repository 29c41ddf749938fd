import sql from 'sql-template-tag'
import { type Actor, isClient, nameOf } from '../../domain/actor.ts'
import { notFound } from '../../domain/errors.ts'
import type { StaffNote, StaffNoteInput } from '../../domain/staff-note.ts'
import { openFolder } from '../client-folders/queries.ts'
import { deleteDraft } from '../drafts/actions.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { noteAdded } from './emails.ts'

export async function addStaffNote(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  { content }: StaffNoteInput,
): Promise<StaffNote> {
  // The endpoint admits only the team; this check holds even if that changes.
  if (isClient(actor)) throw notFound()
  const folder = await openFolder(tx, actor, clientFolderId, 'work')
  const id = newId()
  const note = { id, content, clientFolderId, authorId: actor.id }
  await tx.run(sql`
    insert into staff_notes (id, content, client_folder_id, author_id, created_at)
    values (${id}, ${content}, ${clientFolderId}, ${actor.id}, ${tx.now})`)
  await deleteDraft(tx, { userId: actor.id, clientFolderId, kind: 'note' })
  tx.record(
    { action: 'staff-note.added', id, clientFolderId },
    { type: 'staff-notes', id, clientFolderId, teamOnly: true },
  )
  const email = noteAdded(folder, actor)
  if (email !== null) tx.mail(email)
  return { ...note, authorName: nameOf(actor), createdAt: tx.now.toISOString(), version: 1 }
}

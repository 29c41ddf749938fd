import sql from 'sql-template-tag'
import { type Actor, isClient } from '../../domain/actor.ts'
import { writeTo } from '../../domain/client-folder.ts'
import { notFound } from '../../domain/refusal.ts'
import type { StaffNote, StaffNoteInput } from '../../domain/staff-note.ts'
import { folderFor } from '../client-folders/queries.ts'
import { draftGone } from '../drafts/actions.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { noteLeft } from './emails.ts'

export async function addStaffNote(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  { content }: StaffNoteInput,
): Promise<StaffNote> {
  // The endpoint is for the team alone; should that ever change, this still is.
  if (isClient(actor)) throw notFound()
  const folder = await folderFor(tx, actor, clientFolderId, { lock: 'open' })
  writeTo(folder)
  const id = newId()
  tx.atEnd(sql`
    insert into staff_notes (id, content, client_folder_id, author_id, created_at)
    values (${id}, ${content}, ${clientFolderId}, ${actor.id}, ${tx.now})`)
  tx.atEnd(draftGone(actor, clientFolderId, 'note'))
  tx.record(
    { action: 'staff-note.added', type: 'staff-notes', id, clientFolderId },
    { type: 'staff-notes', id, clientFolderId, teamOnly: true },
  )
  if (folder.assignedStaffId !== actor.id) tx.mail(noteLeft(folder))
  return {
    id,
    content,
    clientFolderId,
    authorId: actor.id,
    authorName: [actor.firstName, actor.lastName].filter(Boolean).join(' ') || null,
    createdAt: tx.now.toISOString(),
    version: 1,
  }
}

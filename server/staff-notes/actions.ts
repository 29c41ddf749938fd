import sql from 'sql-template-tag'
import { type Actor, isClient } from '../../domain/actor.ts'
import type { AuditAction } from '../../domain/audit-events.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import { notFound } from '../../domain/errors.ts'
import {
  assertCanEditNote,
  assertWasHeld,
  noteIsOnHold,
  type StaffNote,
  type StaffNoteInput,
  type StaffNoteKind,
} from '../../domain/staff-note.ts'
import { officeDate } from '../../domain/time.ts'
import { openFolder } from '../client-folders/queries.ts'
import { deleteDraft } from '../drafts/actions.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { holdsOf } from '../retention/queries.ts'
import { noteAdded } from './emails.ts'
import { staffNoteFor } from './queries.ts'

const added: Record<StaffNoteKind, AuditAction> = {
  note: 'staff-note.added',
  call: 'staff-note.call-logged',
  meeting: 'staff-note.meeting-logged',
}

export async function addStaffNote(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  input: StaffNoteInput,
): Promise<StaffNote> {
  // The endpoint admits only the team; this check holds even if that changes.
  if (isClient(actor)) throw notFound()
  const folder = await openFolder(tx, actor, clientFolderId, 'work')
  assertWasHeld(input, officeDate(tx.now))
  const { kind, heldOn, heldWith, subject, content } = input
  const id = newId()
  await tx.run(sql`
    insert into staff_notes (id, kind, held_on, held_with, subject, content, client_folder_id, author_id, created_at)
    values (${id}, ${kind}, ${heldOn}, ${heldWith}, ${subject}, ${content}, ${clientFolderId}, ${actor.id}, ${tx.now})`)
  // A call or a meeting has a form of its own, so what was begun as a note remains.
  if (kind === 'note') await deleteDraft(tx, { userId: actor.id, clientFolderId, kind: 'note' })
  recordNote(tx, added[kind], { id, clientFolderId })
  const email = noteAdded(folder, actor)
  if (email !== null) tx.mail(email)
  return (await staffNoteFor(tx, actor, id)).note
}

export async function changeStaffNote(
  tx: Tx,
  actor: Actor,
  id: string,
  input: StaffNoteInput,
  ifMatch: IfMatch,
): Promise<StaffNote> {
  const { note, folder } = await staffNoteFor(tx, actor, id, { lock: true })
  assertCanEditNote(note, actor)
  assertNotArchived(folder)
  if ((await holdsOf(tx, folder.id)).length > 0) throw noteIsOnHold()
  assertVersion(note, ifMatch)
  assertWasHeld(input, officeDate(tx.now))
  await tx.run(sql`
    update staff_notes set kind = ${input.kind}, held_on = ${input.heldOn}, held_with = ${input.heldWith},
      subject = ${input.subject}, content = ${input.content}, edited_at = ${tx.now}, version = version + 1
    where id = ${id}`)
  recordNote(tx, 'staff-note.changed', note, { before: { kind: note.kind }, after: { kind: input.kind } })
  return (await staffNoteFor(tx, actor, id)).note
}

const recordNote = (
  tx: Tx,
  action: AuditAction,
  { id, clientFolderId }: Pick<StaffNote, 'id' | 'clientFolderId'>,
  details: Record<string, unknown> = {},
) => tx.record({ action, id, clientFolderId, details }, { type: 'staff-notes', id, clientFolderId, teamOnly: true })

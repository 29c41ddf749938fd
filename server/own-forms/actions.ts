import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { notFoundAsInvalid } from '../../domain/errors.ts'
import {
  assertCanArchiveOwnForm,
  assertCanEditOwnForm,
  assertCanPublishOwnForm,
  assertCanWriteOwnForm,
  assertRoomForOwnForm,
  type NewOwnForm,
  type OwnForm,
  type OwnFormInput,
  type OwnFormView,
  viewOf,
} from '../../domain/own-form.ts'
import { team } from '../../domain/roles.ts'
import { openFolder } from '../client-folders/queries.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { ownFormFor, ownFormsInUse } from './queries.ts'

/** The form of a folder is announced to those who see the folder. */
const changed = (id: string, clientFolderId: string | null): ChangeEvent =>
  clientFolderId === null
    ? { type: 'own-forms', id, roles: [...team] }
    : { type: 'own-forms', id, clientFolderId, teamOnly: true }

export async function createOwnForm(
  tx: Tx,
  actor: Actor,
  { clientFolderId, ...input }: NewOwnForm,
): Promise<OwnFormView> {
  assertCanWriteOwnForm(actor)
  assertRoomForOwnForm(await ownFormsInUse(tx))
  if (clientFolderId !== null)
    await openFolder(tx, actor, clientFolderId, 'documents').catch(
      notFoundAsInvalid('clientFolderId', 'Choose a client folder.'),
    )
  const id = newId()
  await tx.run(sql`
    insert into own_forms (id, client_folder_id, content, created_by_id, created_at, updated_at)
    values (${id}, ${clientFolderId}, ${stored(input)}::jsonb, ${actor.id}, ${tx.now}, ${tx.now})`)
  tx.record({ action: 'own-form.created', id, clientFolderId }, changed(id, clientFolderId))
  return viewed(tx, actor, id)
}

export async function changeOwnForm(
  tx: Tx,
  actor: Actor,
  id: string,
  input: OwnFormInput,
  ifMatch: IfMatch,
): Promise<OwnFormView> {
  const form = await ownFormFor(tx, actor, id, { lock: true })
  assertCanEditOwnForm(form, actor)
  assertVersion(form, ifMatch)
  await tx.run(sql`
    update own_forms set content = ${stored(input)}::jsonb, version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  return recorded(tx, actor, form, { action: 'own-form.changed' })
}

export async function publishOwnForm(tx: Tx, actor: Actor, id: string, ifMatch: IfMatch): Promise<OwnFormView> {
  const form = await ownFormFor(tx, actor, id, { lock: true })
  assertCanPublishOwnForm(form, actor)
  assertVersion(form, ifMatch)
  const number = (form.currentVersion ?? 0) + 1
  await tx.run(sql`
    insert into own_form_versions (id, form_id, number, content, published_by_id, published_at)
    select ${newId()}, id, ${number}, content, ${actor.id}, ${tx.now} from own_forms where id = ${id}`)
  await tx.run(sql`
    update own_forms set current_version = ${number}, version = version + 1, updated_at = ${tx.now} where id = ${id}`)
  return recorded(tx, actor, form, {
    action: 'own-form.published',
    details: { before: form.currentVersion, after: number },
  })
}

export async function changeOwnFormStatus(
  tx: Tx,
  actor: Actor,
  id: string,
  isActive: boolean,
  ifMatch: IfMatch,
): Promise<OwnFormView> {
  const form = await ownFormFor(tx, actor, id, { lock: true })
  assertCanArchiveOwnForm(form, actor, isActive)
  assertVersion(form, ifMatch)
  if (isActive) assertRoomForOwnForm(await ownFormsInUse(tx))
  else await tx.run(sql`delete from hr_form_drafts where form_type = ${form.id}`)
  await tx.run(sql`
    update own_forms set is_active = ${isActive}, version = version + 1, updated_at = ${tx.now} where id = ${id}`)
  return recorded(tx, actor, form, { action: isActive ? 'own-form.restored' : 'own-form.archived' })
}

const stored = (input: OwnFormInput) => JSON.stringify(input)

type Entry =
  | { action: 'own-form.changed' | 'own-form.archived' | 'own-form.restored' }
  | { action: 'own-form.published'; details: { before: number | null; after: number } }

function recorded(tx: Tx, actor: Actor, { id, clientFolderId }: OwnForm, entry: Entry): Promise<OwnFormView> {
  tx.record({ ...entry, id, clientFolderId }, changed(id, clientFolderId))
  return viewed(tx, actor, id)
}

const viewed = async (tx: Tx, actor: Actor, id: string): Promise<OwnFormView> =>
  viewOf(await ownFormFor(tx, actor, id), actor)

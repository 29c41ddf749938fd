import sql from 'sql-template-tag'
import { Actor } from '../../domain/actor.ts'
import { conflict, DomainError, invalid, notFoundAsInvalid } from '../../domain/errors.ts'
import { type AddingInput, assertPending, type ReceivedEmail } from '../../domain/received-email.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { Tx } from '../kit/db.ts'
import type { Origin } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { actorColumns } from '../users/actor-columns.ts'
import { addAsMessage } from './add-message.ts'
import { withMailbox } from './mailbox.ts'
import { type MailboxPlace, receivedEmailChange, receivedEmailFor } from './queries.ts'
import { hashOf, type MailContext } from './receive.ts'

export async function dismissReceivedEmail(
  tx: Tx,
  { dataKeys }: Pick<MailContext, 'dataKeys'>,
  actor: Actor,
  id: string,
  ifMatch: IfMatch,
): Promise<ReceivedEmail> {
  const { email } = await receivedEmailFor(tx, actor, dataKeys, id, { lock: true })
  assertVersion(email, ifMatch)
  assertPending(email)
  await handled(tx, actor, id, 'dismissed')
  tx.record({ action: 'received-email.dismissed', id }, await receivedEmailChange(tx, id))
  return (await receivedEmailFor(tx, actor, dataKeys, id)).email
}

/**
 * Adds the email as a message of the person with its address. The attachments are read from the mailbox again, before
 * the transaction.
 */
export async function addReceivedEmail(
  context: MailContext,
  origin: Origin,
  actor: Actor,
  id: string,
  { clientFolderId }: AddingInput,
): Promise<ReceivedEmail> {
  const { db, dataKeys, emailParser } = context
  const { email, place } = await receivedEmailFor(db, actor, dataKeys, id)
  assertPending(email)
  await folderFor(db, actor, clientFolderId, { part: 'messages' }).catch(
    notFoundAsInvalid('clientFolderId', 'Choose one of your client folders.'),
  )
  const sender = await senderOf(context, email)
  const parsed = await emailParser.run('parse', { raw: await rawOf(context, place) })
  const lock = async (tx: Tx) => {
    assertPending((await receivedEmailFor(tx, actor, dataKeys, id, { lock: true })).email)
    await handled(tx, actor, id, 'added', clientFolderId)
    tx.record({ action: 'received-email.added', id, clientFolderId }, await receivedEmailChange(tx, id))
  }
  await addAsMessage(context, origin, sender, clientFolderId, parsed, lock).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'not-found')
      throw invalid('clientFolderId', 'The sender can’t write messages in this folder. Choose another one.')
    throw error
  })
  return (await receivedEmailFor(db, actor, dataKeys, id)).email
}

async function senderOf({ db }: MailContext, { sender }: ReceivedEmail): Promise<Actor> {
  const actor =
    sender === null
      ? null
      : await db.maybe(typed(Actor)`
          select ${actorColumns(db.now)} from users u where u.id = ${sender.id} and u.is_active`)
  if (actor === null) throw conflict('No active account has the sender’s email address.')
  return actor
}

async function rawOf({ config }: MailContext, { uidValidity, uid, contentHash }: MailboxPlace): Promise<Buffer> {
  const gone = () => conflict('This email is no longer in the mailbox.')
  if (config.mailbox === undefined) throw gone()
  const raw = await withMailbox(config.mailbox, async (mailbox) =>
    mailbox.uidValidity === uidValidity ? mailbox.read(uid) : null,
  ).catch(() => {
    throw new DomainError('unavailable', 'The mailbox can’t be read right now. Try again in a moment.')
  })
  if (raw === null || !hashOf(raw).equals(contentHash)) throw gone()
  return raw
}

const handled = (tx: Tx, actor: Actor, id: string, status: 'added' | 'dismissed', clientFolderId?: string) =>
  tx.run(sql`
    update received_emails set status = ${status}, handled_by_id = ${actor.id}, handled_at = ${tx.now}, version = version + 1
      ${clientFolderId === undefined ? sql`` : sql`, client_folder_id = ${clientFolderId}`}
    where id = ${id}`)

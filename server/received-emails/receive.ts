// Decides what an email in the mailbox is: a reply that becomes a message, a bounce, an automatic reply, or something
// that someone has to look at. Everything is written in one transaction with the position in the mailbox, so a
// killed instance neither loses an email nor adds it twice.
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { Actor } from '../../domain/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import {
  maxAttachments,
  maxEmailSize,
  type PendingReason,
  type ReceivedEmailStatus,
  repliesPerHour,
} from '../../domain/received-email.ts'
import { textLimit } from '../../domain/text.ts'
import type { AppContext } from '../app-context.ts'
import { withoutData } from '../kit/log.ts'
import { newId } from '../kit/id.ts'
import type { Reader, Tx } from '../kit/db.ts'
import type { Origin } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import { actorColumns } from '../users/actor-columns.ts'
import { addAsMessage, type ReplyContext } from './add-message.ts'
import { isVerifiedSender } from './authentication.ts'
import { recordBounce } from './bounces.ts'
import type { ParsedEmail } from './parse.ts'
import { receivedEmailChange } from './queries.ts'
import { replyAddressAmong, type ReplyAddress } from './reply-addresses.ts'
import { encryptReceived } from './stored-email.ts'

export type MailContext = ReplyContext & Pick<AppContext, 'config' | 'dataKeys' | 'emailParser'>

/** An email as it is in the mailbox. `raw` contains only the headers if it is too large. */
export interface Incoming {
  uidValidity: string
  uid: number
  size: number
  receivedAt: Date
  raw: Buffer
}

interface Outcome {
  status: ReceivedEmailStatus
  reason?: PendingReason
  senderId?: string
  clientFolderId?: string
}

const byEmail = (actorId: string | null): Origin => ({ actorId, address: 'email', requestId: 'read-mailbox' })

export async function receive(context: MailContext, incoming: Incoming): Promise<void> {
  const { db, log } = context
  const hash = hashOf(incoming.raw)
  if (await isKnown(db, hash)) return db.transaction(byEmail(null), (tx) => movePosition(tx, incoming))
  const email = await parsed(context, incoming)
  const write = (outcome: Outcome) => (tx: Tx) => store(tx, context, incoming, hash, email, outcome)
  const outcome = await decide(context, incoming, email)
  if ('status' in outcome) return db.transaction(byEmail(null), write(outcome))
  const { sender, clientFolderId } = outcome
  const from = { senderId: sender.id, clientFolderId }
  try {
    await addAsMessage(context, byEmail(sender.id), sender, clientFolderId, email, write({ status: 'added', ...from }))
  } catch (error) {
    // Otherwise the same email would fail every minute, and those after it would never be read. Without the database,
    // this fails as well, and the email is read again.
    const reason = error instanceof DomainError ? reasonOf(error) : 'failed'
    if (reason === 'failed') log.error({ error: withoutData(error) }, 'a received email could not be added')
    await db.transaction(byEmail(null), write({ status: 'pending', reason, ...from }))
  }
}

const reasonOf = ({ code }: DomainError): PendingReason => {
  if (code === 'too-many') return 'too-many'
  return code === 'unavailable' || code === 'no-space' ? 'failed' : 'no-access'
}

export const hashOf = (raw: Uint8Array) => createHash('sha256').update(raw).digest()

const AnyRow = z.object({ any: z.boolean() })

const isKnown = async (reader: Reader, hash: Buffer): Promise<boolean> =>
  (await reader.one(typed(AnyRow)`select exists (select from received_emails where content_hash = ${hash}) as any`)).any

const unreadable: ParsedEmail = {
  from: '',
  subject: '',
  text: '',
  recipients: [],
  authenticationResults: [],
  isAutomatic: false,
  bounce: null,
  attachments: [],
}

type Parsed = ParsedEmail & { isUnreadable?: boolean }

async function parsed({ emailParser, log }: MailContext, { raw }: Pick<Incoming, 'raw'>): Promise<Parsed> {
  return emailParser.run('parse', { raw }).catch((error: unknown) => {
    log.warn({ error: withoutData(error) }, 'an email could not be parsed')
    return { ...unreadable, isUnreadable: true }
  })
}

async function decide(
  { db, config }: MailContext,
  { size }: Incoming,
  email: Parsed,
): Promise<Outcome | { sender: Actor; clientFolderId: string }> {
  const { mailbox } = config
  if (mailbox === undefined) throw new Error('No mailbox is configured')
  const pending = (reason: PendingReason, of: Partial<Outcome> = {}): Outcome => ({ status: 'pending', reason, ...of })
  if (email.isUnreadable) return pending('unreadable')
  if (email.bounce !== null) return { status: 'bounce' }
  if (email.isAutomatic) return { status: 'automatic' }
  const address = await replyAddressAmong(db, mailbox, email.recipients)
  if (address === null) return pending('no-reply-address')
  const { clientFolderId } = address
  const sender = await activeSender(db, address, email.from)
  if (sender === null) return pending('other-sender', { clientFolderId })
  if (!isVerifiedSender(mailbox, email.authenticationResults, email.from))
    return pending('unverified-sender', { clientFolderId })
  const of = { senderId: sender.id, clientFolderId }
  const reason = await reasonAgainst(db, sender, size, email)
  return reason === null ? { sender, clientFolderId } : pending(reason, of)
}

const activeSender = (reader: Reader & { now: Date }, { userId }: ReplyAddress, from: string): Promise<Actor | null> =>
  reader.maybe(typed(Actor)`
    select ${actorColumns(reader.now)} from users u where u.id = ${userId} and u.is_active and lower(u.email) = ${from}`)

const CountRow = z.object({ count: z.number() })

async function reasonAgainst(
  reader: Reader & { now: Date },
  { id }: Actor,
  size: number,
  { text, attachments }: ParsedEmail,
): Promise<PendingReason | null> {
  if (size > maxEmailSize || attachments.length > maxAttachments) return 'too-large'
  if (text === '' && attachments.length === 0) return 'empty'
  if (text.length > textLimit / 2) return 'too-long'
  const { count } = await reader.one(typed(CountRow)`
    select count(*)::int as count from received_emails
    where status = 'added' and sender_id = ${id} and received_at > ${new Date(reader.now.getTime() - 3_600_000)}`)
  return count >= repliesPerHour ? 'too-many' : null
}

async function store(
  tx: Tx,
  { dataKeys }: MailContext,
  incoming: Incoming,
  hash: Buffer,
  email: ParsedEmail,
  { status, reason, senderId, clientFolderId }: Outcome,
): Promise<void> {
  const id = newId()
  const { uidValidity, uid, receivedAt } = incoming
  await tx.run(sql`
    insert into received_emails (id, content_hash, uid_validity, uid, from_address, body_encrypted, status, reason, sender_id,
      client_folder_id, received_at)
    values (${id}, ${hash}, ${uidValidity}, ${uid}, ${email.from.slice(0, 320)}, ${await encryptReceived(dataKeys, id, email)},
      ${status}, ${reason ?? null}, ${senderId ?? null}, ${clientFolderId ?? null}, ${receivedAt})`)
  tx.record(
    { action: 'received-email.arrived', id, clientFolderId: clientFolderId ?? null, details: { status, reason } },
    await receivedEmailChange(tx, id),
  )
  if (email.bounce !== null && status === 'bounce') await recordBounce(tx, email.bounce)
  if (status === 'added' && senderId !== undefined)
    await tx.run(sql`update users set email_bounced_at = null where id = ${senderId} and email_bounced_at is not null`)
  await movePosition(tx, incoming)
}

/** The email was handled. */
const movePosition = async (tx: Tx, { uidValidity, uid }: Incoming): Promise<void> => {
  await tx.run(sql`
    update mailbox_position set last_uid = greatest(last_uid, ${uid}), read_at = ${tx.now} where uid_validity = ${uidValidity}`)
}

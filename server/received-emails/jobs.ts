import sql from 'sql-template-tag'
import { z } from 'zod'
import { maxEmailSize } from '../../domain/received-email.ts'
import type { Database } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { type Mailbox, withMailbox } from './mailbox.ts'
import { type MailContext, receive } from './receive.ts'

/** The next run reads the rest. */
const batchSize = 50
const storedDays = 30

const PositionRow = z.object({ uidValidity: z.string(), lastUid: z.number(), readAt: z.date() })

/** Reads what arrived since the last time. The first time, it only notes where the mailbox ends. */
export async function readMailbox(context: MailContext): Promise<void> {
  const { mailbox: address } = context.config
  if (address === undefined) return
  await withMailbox(address, async (mailbox) => {
    for (const { uid, size, receivedAt } of (await arrivedIn(context.db, mailbox)).slice(0, batchSize)) {
      const raw = await (size > maxEmailSize ? mailbox.readHeaders(uid) : mailbox.read(uid))
      // It was deleted since.
      if (raw === null) continue
      await receive(context, { uidValidity: mailbox.uidValidity, uid, size, receivedAt, raw })
    }
    await context.db.run(
      sql`update mailbox_position set read_at = ${context.db.now} where uid_validity = ${mailbox.uidValidity}`,
    )
  })
}

async function arrivedIn(db: Database, mailbox: Mailbox) {
  const { uidValidity, uidNext } = mailbox
  const position = await db.maybe(typed(PositionRow)`
    select uid_validity as "uidValidity", last_uid as "lastUid", read_at as "readAt" from mailbox_position`)
  if (position?.uidValidity === uidValidity) return mailbox.newer({ uid: position.lastUid })
  if (position === null) {
    await db.run(sql`
      insert into mailbox_position (uid_validity, last_uid, read_at) values (${uidValidity}, ${uidNext - 1}, ${db.now})`)
    return []
  }
  // The server numbers its emails again. Those of the last days are read again, and known ones are skipped.
  await db.run(sql`update mailbox_position set uid_validity = ${uidValidity}, last_uid = 0`)
  return mailbox.newer({ date: new Date(position.readAt.getTime() - 2 * 86_400_000) })
}

/** Deletes the text of what was handled 30 days ago. */
export const sweepReceivedEmails = (db: Database): Promise<number> =>
  db.run(sql`
    update received_emails set body_encrypted = null
    where body_encrypted is not null and status <> 'pending'
      and coalesce(handled_at, received_at) < ${new Date(db.now.getTime() - storedDays * 86_400_000)}`)

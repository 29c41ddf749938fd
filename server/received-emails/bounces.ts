// An email of the portal that couldn't be delivered: the email log and the person's account show it.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { administrators } from '../../domain/roles.ts'
import type { Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import type { ParsedEmail } from './parse.ts'

const BouncedRow = z.object({ id: z.string(), userId: z.string().nullable(), clientFolderId: z.string().nullable() })

/** An email's Message-ID begins with its id, which no one but its recipient and the mail servers know. */
export async function recordBounce(tx: Tx, { messageId }: NonNullable<ParsedEmail['bounce']>): Promise<void> {
  const id = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i.exec(messageId)?.[1]
  if (id === undefined) return
  const bounced = await tx.maybe(typed(BouncedRow)`
    update emails set bounced_at = ${tx.now} where id = ${id} and status = 'sent' and bounced_at is null
    returning id, to_user_id as "userId", client_folder_id as "clientFolderId"`)
  if (bounced === null) return
  // Only if the account still has the address that the email was sent to.
  if (bounced.userId !== null)
    await tx.run(sql`
      update users u set email_bounced_at = ${tx.now}, version = version + 1 from emails e
      where u.id = ${bounced.userId} and e.id = ${id} and lower(u.email) = lower(e."to")`)
  tx.record(
    { action: 'email.bounced', id, clientFolderId: bounced.clientFolderId },
    { type: 'users', id: bounced.userId, roles: administrators },
  )
}

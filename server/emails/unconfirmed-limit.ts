// The limit for an unconfirmed address, which someone else may have entered.
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { unconfirmedEmailsPerDay } from '../../domain/invitation-limit.ts'
import type { Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

export const dayBefore = (now: Date): Date => new Date(now.getTime() - 86_400_000)

export const addressHash = (address: Sql): Sql => sql`encode(sha256(convert_to(lower(${address}), 'UTF8')), 'hex')`

const UntilRow = z.object({ until: z.date() })

/** Until when the mailer drops emails to this unconfirmed address; null if it would send one now. */
export async function limitedUntil(tx: Tx, address: string): Promise<Date | null> {
  const limit = await tx.maybe(typed(UntilRow)`
    select since + interval '1 day' as until from unconfirmed_recipients
    where address_hash = ${addressHash(sql`${address}::text`)} and since > ${dayBefore(tx.now)}
      and email_count >= ${unconfirmedEmailsPerDay}`)
  return limit?.until ?? null
}

// The limit for an unconfirmed address, which someone else may have entered.
import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../kit/db.ts'

export const unconfirmedEmailsPerDay = 3

export const dayBefore = (now: Date): Date => new Date(now.getTime() - 86_400_000)

export const addressHash = (address: Sql): Sql => sql`encode(sha256(convert_to(lower(${address}), 'UTF8')), 'hex')`

/** Whether the mailer would drop an email to this unconfirmed address. */
export const hasReachedLimit = async (tx: Tx, address: string): Promise<boolean> =>
  (await tx.maybe(sql`
    select from unconfirmed_recipients
    where address_hash = ${addressHash(sql`${address}::text`)} and since > ${dayBefore(tx.now)}
      and email_count >= ${unconfirmedEmailsPerDay}`)) !== null

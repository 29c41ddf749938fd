// The code that is emailed to a user who signs in with the correct password from a new browser after too many wrong
// ones, when the password alone is not enough (docs/decisions/0145). Valid once, for ten minutes; only its hash is
// stored.
import { randomInt } from 'node:crypto'
import sql from 'sql-template-tag'
import { codeDigits, digitsOf } from '../../domain/second-factor.ts'
import { emailedCodeMinutes } from '../../domain/session.ts'
import type { Tx } from '../kit/db.ts'
import { hashOf } from '../kit/session.ts'

/** Creates the user's only valid code, replacing an earlier one. */
export async function createCode(tx: Tx, userId: string): Promise<string> {
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  const expiresAt = new Date(tx.now.getTime() + emailedCodeMinutes * 60_000)
  await tx.run(sql`
    insert into sign_in_codes (user_id, code_hash, expires_at) values (${userId}, ${hashOf(`${userId} ${code}`)}, ${expiresAt})
    on conflict (user_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at`)
  return code
}

/** Consumes the code if it matches; of concurrent attempts with it one succeeds. */
export async function redeemEmailedCode(tx: Tx, userId: string, typed: string): Promise<boolean> {
  const code = digitsOf(typed)
  if (code === null) return false
  const used = await tx.run(sql`
    delete from sign_in_codes
    where user_id = ${userId} and code_hash = ${hashOf(`${userId} ${code}`)} and expires_at > ${tx.now}`)
  return used > 0
}

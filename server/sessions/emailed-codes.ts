// The code that is emailed to someone who signs in with the right password from a new browser, after so many wrong ones that the
// password alone does not do (docs/decisions/0145). Good once, for ten minutes; only its hash is stored.
import { randomInt } from 'node:crypto'
import sql from 'sql-template-tag'
import { codeDigits, digitsOf } from '../../domain/second-factor.ts'
import { emailedCodeMinutes } from '../../domain/session.ts'
import type { Tx } from '../kit/db.ts'
import { hashOf } from '../kit/session.ts'

/** Creates the one good code of this person, in place of an earlier one. */
export async function createCode(tx: Tx, userId: string): Promise<string> {
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  const expiresAt = new Date(tx.now.getTime() + emailedCodeMinutes * 60_000)
  await tx.run(sql`
    insert into sign_in_codes (user_id, code_hash, expires_at) values (${userId}, ${hashOf(`${userId} ${code}`)}, ${expiresAt})
    on conflict (user_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at`)
  return code
}

/** Uses up the code if it is the one; of any number of tries at once with it, one gets through. */
export async function redeemEmailedCode(tx: Tx, userId: string, typed: string): Promise<boolean> {
  const code = digitsOf(typed)
  if (code === null) return false
  const used = await tx.run(sql`
    delete from sign_in_codes
    where user_id = ${userId} and code_hash = ${hashOf(`${userId} ${code}`)} and expires_at > ${tx.now}`)
  return used > 0
}

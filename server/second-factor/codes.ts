// Verifies a code and ensures that it is never accepted again.
import { createHash, randomBytes, randomInt } from 'node:crypto'
import sql from 'sql-template-tag'
import { z } from 'zod'
import {
  digitsOf,
  recoveryAlphabet,
  recoveryCodeCount,
  recoveryCodeFrom,
  recoveryCodeOf,
} from '../../domain/second-factor.ts'
import type { Tx } from '../kit/db.ts'
import type { MasterKey } from '../kit/master-key.ts'
import { hasSecondFactor } from './queries.ts'
import { secretBytes, stepOfCode } from './totp.ts'
import { typed } from '../kit/row-types.ts'

/** Purpose of the encrypted secret, so that it decrypts only for its user. */
const about = (userId: string) => `second-factor ${userId}`

const SecondFactorRow = z.object({
  secret: z.instanceof(Buffer).nullable(),
  pendingSecret: z.instanceof(Buffer).nullable(),
  lastStep: z.number().nullable(),
})
type SecondFactorRow = z.infer<typeof SecondFactorRow>

/** What kind of code was correct, consuming it; null if it was wrong. Of two concurrent uses one succeeds. */
export async function redeemCode(
  tx: Tx,
  key: MasterKey,
  userId: string,
  typed: string,
): Promise<'app' | 'recovery-code' | null> {
  const stored = await storedFactor(tx, userId)
  const digits = digitsOf(typed)
  if (digits !== null) {
    if (stored === null || stored.secret === null) return null
    const step = stepOfCode(key.decrypt(stored.secret, about(userId)), digits, tx.now, stored.lastStep)
    if (step === null) return null
    await tx.run(sql`update second_factors set last_step = ${step} where user_id = ${userId}`)
    return 'app'
  }
  const code = recoveryCodeOf(typed)
  if (code === null) return null
  const used = await tx.run(sql`
    update recovery_codes set used_at = ${tx.now}
    where user_id = ${userId} and code_hash = ${hashOfCode(code)} and used_at is null`)
  return used > 0 ? 'recovery-code' : null
}

/** Stores a secret that becomes active when confirmed; returned as plain text for the one screen that shows it. */
export async function storePendingSecret(tx: Tx, key: MasterKey, userId: string): Promise<Buffer> {
  const secret = randomBytes(secretBytes)
  const box = key.encrypt(secret, about(userId))
  await tx.run(sql`
    insert into second_factors (user_id, pending_secret) values (${userId}, ${box})
    on conflict (user_id) do update set pending_secret = excluded.pending_secret`)
  return secret
}

/** Activates the pending secret if the code matches; 'nothing' if none is pending. */
export async function confirmPending(
  tx: Tx,
  key: MasterKey,
  userId: string,
  typed: string,
): Promise<'confirmed' | 'wrong' | 'nothing'> {
  const stored = await storedFactor(tx, userId)
  if (stored === null || stored.pendingSecret === null) return 'nothing'
  const digits = digitsOf(typed)
  const step =
    digits === null ? null : stepOfCode(key.decrypt(stored.pendingSecret, about(userId)), digits, tx.now, null)
  if (step === null) return 'wrong'
  await tx.run(sql`
    update second_factors
    set secret = pending_secret, pending_secret = null, confirmed_at = ${tx.now}, last_step = ${step}
    where user_id = ${userId}`)
  return 'confirmed'
}

const SecretRow = SecondFactorRow.omit({ lastStep: true }).extend({ userId: z.string() })

/** Re-encrypts all users' secrets with another master key. */
export async function rewrapSecondFactors(tx: Tx, from: MasterKey, to: MasterKey): Promise<number> {
  const rows = await tx.rows(typed(SecretRow)`
    select user_id as "userId", secret, pending_secret as "pendingSecret" from second_factors order by user_id for update`)
  const again = (box: Buffer | null, userId: string) =>
    box === null ? null : to.encrypt(from.decrypt(box, about(userId)), about(userId))
  for (const { userId, secret, pendingSecret } of rows)
    await tx.run(sql`
      update second_factors set secret = ${again(secret, userId)}, pending_secret = ${again(pendingSecret, userId)}
      where user_id = ${userId}`)
  return rows.length
}

/** Replaces the recovery codes with ten new ones; the database stores only their hashes. */
export async function newRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    recoveryCodeFrom(Array.from({ length: 16 }, () => randomInt(recoveryAlphabet))),
  )
  const hashes = codes.map((code) => hashOfCode(recoveryCodeOf(code) as string))
  await tx.run(sql`delete from recovery_codes where user_id = ${userId}`)
  await tx.run(
    sql`insert into recovery_codes (user_id, code_hash) select ${userId}, hash from unnest(${hashes}::text[]) as hash`,
  )
  return codes
}

export async function removeApp(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`delete from second_factors where user_id = ${userId}`)
  await deleteUnusableRecoveryCodes(tx, userId)
}

const IsOnRow = z.object({ isOn: z.boolean() })

/** Recovery codes replace a factor, so they are deleted with the last one. Returns whether none is left. */
export async function deleteUnusableRecoveryCodes(tx: Tx, userId: string): Promise<boolean> {
  const { isOn } = await tx.one(typed(IsOnRow)`select ${hasSecondFactor(sql`${userId}::uuid`)} as "isOn"`)
  if (!isOn) await tx.run(sql`delete from recovery_codes where user_id = ${userId}`)
  return !isOn
}

/** Removes the authenticator app, passkeys, and recovery codes. */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`delete from passkeys where user_id = ${userId}`)
  await removeApp(tx, userId)
}

// 79 random bits need no slow hash.
const hashOfCode = (code: string) => createHash('sha256').update(`recovery ${code}`).digest('hex')

const storedFactor = (tx: Tx, userId: string) =>
  tx.maybe(typed(SecondFactorRow)`
    select secret, pending_secret as "pendingSecret", last_step as "lastStep"
    from second_factors where user_id = ${userId} for update`)

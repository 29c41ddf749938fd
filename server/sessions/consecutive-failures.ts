// Counts consecutive wrong passwords. After a hundred, a new browser needs more than the password.
import { z } from 'zod'
import { maxConsecutiveFailures } from '../../domain/session.ts'
import type { Tx } from '../kit/db.ts'
import { unsafeUser } from '../users/queries.ts'
import { guessed } from './emails.ts'
import { typed } from '../kit/row-types.ts'

const FailuresRow = z.object({ failures: z.number() })

/** Returns the new count. */
export async function addFailure(tx: Tx, subject: string): Promise<number> {
  const { failures } = await tx.one(typed(FailuresRow)`
    insert into sign_in_failures as f (subject, consecutive_failures) values (${subject}, 1)
    on conflict (subject) do update set consecutive_failures = f.consecutive_failures + 1
    returning consecutive_failures as failures`)
  return failures
}

/** A wrong password of a signed-in user counts like one at sign-in. */
export async function recordFailure(tx: Tx, userId: string): Promise<void> {
  if ((await addFailure(tx, userId)) === maxConsecutiveFailures) tx.mail(guessed(await unsafeUser(tx, userId)))
}

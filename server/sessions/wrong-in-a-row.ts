// Counts consecutive wrong passwords. After a hundred, a new browser needs more than the password.
import { z } from 'zod'
import { failuresInARow } from '../../domain/session.ts'
import type { Tx } from '../kit/db.ts'
import { unsafeUser } from '../users/queries.ts'
import { guessed } from './emails.ts'
import { typed } from '../kit/row-types.ts'

const InARowRow = z.object({ inARow: z.number() })

/** Returns the new count. */
export async function addWrongInARow(tx: Tx, subject: string): Promise<number> {
  const { inARow } = await tx.one(typed(InARowRow)`
    insert into sign_in_failures as f (subject, in_a_row) values (${subject}, 1)
    on conflict (subject) do update set in_a_row = f.in_a_row + 1
    returning in_a_row as "inARow"`)
  return inARow
}

/** A wrong password of a signed-in user counts like one at sign-in. */
export async function countWrongInARow(tx: Tx, userId: string): Promise<void> {
  if ((await addWrongInARow(tx, userId)) === failuresInARow) tx.mail(guessed(await unsafeUser(tx, userId)))
}

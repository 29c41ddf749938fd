// Wrong passwords in a row. After a hundred, a browser that was not here before needs more than the password.
import sql from 'sql-template-tag'
import { failuresInARow } from '../../domain/session.ts'
import type { Tx } from '../kit/db.ts'
import { unsafeUser } from '../users/queries.ts'
import { guessed } from './emails.ts'

/** Answers how many it are now. */
export async function addWrongInARow(tx: Tx, subject: string): Promise<number> {
  const { inARow } = await tx.one<{ inARow: number }>(sql`
    insert into sign_in_failures as f (subject, in_a_row) values (${subject}, 1)
    on conflict (subject) do update set in_a_row = f.in_a_row + 1
    returning in_a_row as "inARow"`)
  return inARow
}

/** A wrong password of somebody who is signed in counts as one at the sign-in does. */
export async function countWrongInARow(tx: Tx, userId: string): Promise<void> {
  if ((await addWrongInARow(tx, userId)) === failuresInARow) tx.mail(guessed(await unsafeUser(tx, userId)))
}

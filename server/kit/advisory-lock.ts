// Advisory locks, for work that only one instance or call may do at a time. All lock numbers are defined here.
import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Tx } from './db.ts'
import { StartError } from './start-error.ts'
import { typed } from './row-types.ts'

export const advisoryLocks = {
  auditChain: 7_020_001,
  testData: 7_020_002,
  accounts: 7_020_030,
  apiKeys: 7_020_032,
  webhooks: 7_020_033,
  firstAdministrator: 7_020_031,
  masterKey: 7_020_050,
  schema: 7_020_051,
  sealKeys: 7_020_053,
  policies: 7_020_056,
  dataKeys: 7_020_095,
  backup: 7_020_100,
  books: 7_020_230,
  firmSettings: 7_020_330,
}

type LockName = keyof typeof advisoryLocks

/** Waits for the lock and holds it until the transaction ends. */
export const takeAdvisoryLock = (tx: Tx, name: LockName): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(${advisoryLocks[name]})`)

const startTimeoutMilliseconds = 60_000

const LockRow = z.object({ mine: z.boolean() })

/**
 * The same for what instances create at start. Polls, because creating a key can be slow on a busy machine, and a
 * statement may not wait for a lock that long.
 */
export async function takeStartLock(tx: Tx, name: LockName): Promise<void> {
  for (const until = Date.now() + startTimeoutMilliseconds; ; await pause(50)) {
    const { mine } = await tx.one(typed(LockRow)`select pg_try_advisory_xact_lock(${advisoryLocks[name]}) as mine`)
    if (mine) return
    if (Date.now() > until) throw new StartError('Another instance has been starting for a minute. Try again.')
  }
}

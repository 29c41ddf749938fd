// The office of the benches, with 5,000 clients and a million messages, for what only shows on the full set.
import pg from 'pg'
import { seedLargeOffice } from '../../../bench/large-office.ts'
import { benchPassword } from '../../../bench/seed.ts'
import { migrate } from '../../../server/kit/migrate.ts'
import { hashPassword } from '../../../server/kit/passwords.ts'
import { openDatabases } from '../../instances/database.ts'
import { type Finding, Missing } from '../check.ts'
import { migrationsFolder } from './released.ts'

/**
 * Gives the address of an office of its own. The long form seeds it, in five minutes; `LARGE_OFFICE_URL` names one of
 * `npm run bench:seed` that nobody is connected to, of which a copy is made beside it.
 */
export async function inLargeOffice(long: boolean, work: (databaseUrl: string) => Promise<Finding>): Promise<Finding> {
  const seeded = process.env.LARGE_OFFICE_URL
  if (seeded !== undefined) return withCopy(seeded, work)
  if (!long) throw new Missing('the full set takes the long form, or LARGE_OFFICE_URL')
  const databases = await openDatabases()
  try {
    const server = await databases.make()
    const connectionString = `postgres://portal@127.0.0.1:${server.port}/postgres`
    await migrate({ connectionString }, migrationsFolder)
    const midnight = new Date(new Date().setUTCHours(0, 0, 0, 0))
    await seedLargeOffice({ connectionString }, await hashPassword(benchPassword), midnight)
    return await work(connectionString)
  } finally {
    await databases.remove()
  }
}

async function withCopy(seeded: string, work: (databaseUrl: string) => Promise<Finding>): Promise<Finding> {
  const [original, copy, server] = [new URL(seeded), new URL(seeded), new URL(seeded)]
  const name = original.pathname.slice(1)
  copy.pathname = `/${name}_of_${process.pid}`
  server.pathname = '/postgres'
  const quoted = (address: URL) => pg.escapeIdentifier(address.pathname.slice(1))
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  try {
    await client.query(`create database ${quoted(copy)} template ${quoted(original)}`)
    return await work(copy.href)
  } finally {
    await client.query(`drop database if exists ${quoted(copy)} with (force)`)
    await client.end()
  }
}

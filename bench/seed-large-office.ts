// Fills an empty database with the large office: DATABASE_URL=postgres://… node bench/seed-large-office.ts. Everyone's password is
// `benchPassword` (bench/seed.ts): master, admin1–4, staff1–50, client1–5000; client1 has the largest folder.
import { join } from 'node:path'
import { migrate } from '../server/kit/migrate.ts'
import { hashPassword } from '../server/passwords/hashing.ts'
import { seedLargeOffice } from './large-office.ts'
import { needSetting } from './needs.ts'
import { benchPassword } from './seed.ts'

const connectionString = needSetting('DATABASE_URL', 'Set DATABASE_URL to an empty database.')
const midnight = new Date(new Date().setUTCHours(0, 0, 0, 0))
await migrate({ connectionString }, join(import.meta.dirname, '../server/migrations'))
await seedLargeOffice({ connectionString }, await hashPassword(benchPassword), midnight, (line) =>
  process.stdout.write(`${line}\n`),
)

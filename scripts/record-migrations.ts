// node scripts/launch.mjs record-migrations: records the migrations of a release with their SHA-256 in server/migrations/released.json, after
// which tests/architecture/migrations.test.ts refuses any change to them. Refuses to record over a change.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const folder = join(root, 'server/migrations')
const recordFile = join(folder, 'released.json')

export type Hashes = Record<string, string>

/** Name and SHA-256 of each migration, in order, with the repository's line endings. */
export function migrationsIn(from = folder): Hashes {
  const names = readdirSync(from).filter((name) => name.endsWith('.sql'))
  const hashOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(from, name), 'utf8').replaceAll('\r\n', '\n'))
      .digest('hex')
  return Object.fromEntries(names.toSorted().map((name) => [name, hashOf(name)]))
}

export const releasedMigrations = () => JSON.parse(readFileSync(recordFile, 'utf8')) as Hashes

/** What is wrong with `present` compared with `released`, a sentence each. */
export function migrationFaults(released: Hashes, present: Hashes): string[] {
  const last = Object.keys(released).toSorted().at(-1) ?? ''
  const numbers = Object.keys(present).map((name) => name.slice(0, 4))
  return [
    ...Object.keys(released)
      .filter((name) => !(name in present))
      .map((name) => `${name} was released and is missing.`),
    ...Object.keys(released)
      .filter((name) => name in present && present[name] !== released[name])
      .map((name) => `${name} was released and must not change: add a new migration instead.`),
    ...Object.keys(present)
      .filter((name) => !(name in released) && name <= last)
      .map((name) => `${name} is new and must sort after ${last}: databases of the last release would lack it.`),
    ...numbers
      .filter((number, at) => numbers.indexOf(number) !== at)
      .map((number) => `Two migrations have the number ${number}.`),
  ]
}

if (process.argv[1] === import.meta.filename) {
  const [released, present] = [releasedMigrations(), migrationsIn()]
  const faults = migrationFaults(released, present)
  if (faults.length > 0) {
    process.stderr.write(`Error: ${faults.join('\n')}\n`)
    process.exit(1)
  }
  writeFileSync(recordFile, `${JSON.stringify(present, null, 2)}\n`)
  const added = Object.keys(present).filter((name) => !(name in released))
  process.stdout.write(`Done: recorded ${added.length} new migrations, ${Object.keys(present).length} in all.\n`)
}

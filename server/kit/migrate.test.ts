// Databases that this release can't upgrade: each gets one sentence, and nothing is changed.
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyPlace, type Place } from '../../tests/empty-folder.ts'
import { assertSchema, migrate } from './migrate.ts'

const migrations = join(import.meta.dirname, '../migrations')

let place: Place
let folder: string

/** The first migrations as an older version had them, without one that was inserted later. */
beforeAll(async () => {
  place = await emptyPlace()
  folder = await mkdtemp(join(tmpdir(), 'portal-migrations-'))
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).toSorted()
  for (const name of names.slice(0, 4)) await cp(join(migrations, name), join(folder, name))
  await migrate(place.address, folder)
})

afterAll(async () => {
  await place.remove()
  await rm(folder, { recursive: true })
})

async function applied() {
  const client = new pg.Client(place.address)
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  await client.end()
  return rows.map(({ name }) => name)
}

describe('a database that cannot be upgraded', () => {
  it('is refused before release 1.0.0, naming the missing migrations and what to do', async () => {
    await writeFile(join(folder, '0003_inserted.sql'), 'create table inserted (id int)')
    const before = await applied()
    await expect(migrate(place.address, folder)).rejects.toThrow(
      'This database is from a version before release 1.0.0 and can’t be upgraded: it has later migrations but not 0003_inserted. ' +
        'Nothing was changed. Start the version that last used it, or set up an empty database (CHANGELOG.md says which releases can be upgraded).',
    )
    expect(await applied()).toEqual(before)
    await rm(join(folder, '0003_inserted.sql'))
  })

  it('is refused from a newer release, naming the unknown migrations', async () => {
    const before = await applied()
    const older = await mkdtemp(join(tmpdir(), 'portal-migrations-'))
    for (const name of before.slice(0, 3)) await cp(join(folder, `${name}.sql`), join(older, `${name}.sql`))
    const sentence =
      `A newer release of the portal has used this database: it has migration ${before[3]}, which this release does not know. ` +
      'Nothing was changed. Start that release or a later one, or restore a backup from before the upgrade.'
    await expect(migrate(place.address, older)).rejects.toThrow(sentence)
    await expect(assertSchema(place.address, older)).rejects.toThrow(sentence)
    expect(await applied()).toEqual(before)
    await rm(older, { recursive: true })
  })
})

describe('a migration', () => {
  it('is named if it fails, and leaves the schema unchanged', async () => {
    const before = await applied()
    await writeFile(join(folder, '9000_good.sql'), 'create table good (id int)')
    await writeFile(join(folder, '9001_bad.sql'), 'create table bad (id no_such_type)')
    await expect(migrate(place.address, folder)).rejects.toThrow(
      'Migration 9001_bad: type "no_such_type" does not exist',
    )
    expect(await applied()).toEqual(before)
    await rm(join(folder, '9001_bad.sql'))
    expect(await migrate(place.address, folder)).toEqual(['9000_good'])
  })

  it('builds its index concurrently with "-- no transaction", even after an interrupted build', async () => {
    const index =
      '-- no transaction\ndrop index concurrently if exists good_ids;\ncreate unique index concurrently good_ids on good (id);\n'
    await writeFile(join(folder, '9002_index.sql'), index)
    await writeFile(join(folder, '9003_after.sql'), 'create table after_it (id int)')
    const client = new pg.Client(place.address.owner ?? place.address)
    await client.connect()
    await client.query('insert into good values (1), (1)')
    await expect(migrate(place.address, folder)).rejects.toThrow('Migration 9002_index: could not create unique index')
    await client.query('delete from good')
    expect(await migrate(place.address, folder)).toEqual(['9002_index', '9003_after'])
    const { rows } = await client.query("select indisvalid from pg_index where indexrelid = 'good_ids'::regclass")
    expect(rows).toEqual([{ indisvalid: true }])
    await client.end()
  })
})

// Upgrades a database of the last release, with rows in it, and checks that the upgrade changes no existing content.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proposalLines, proposalTotal } from '../../tests/contracts.ts'
import { writeEarlierBackup } from '../../tests/earlier-backup.ts'
import { emptyPlace, type Place } from '../../tests/empty-folder.ts'
import { allMigrations as all, renamedBy } from '../../tests/renames.ts'
import { Database, openPool } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { migrate } from '../kit/migrate.ts'
import { diskStore } from '../file-storage/open-store.ts'
import { folders, people, seedFixtures } from '../seed/fixtures.ts'
import { restoreBackup } from './restore.ts'
import { openSnapshot } from './snapshot.ts'
import { digestOf, type Table, tablesIn } from './tables.ts'

const migrations = join(import.meta.dirname, '../migrations')
/** The table as an early version had it. */
const released = all.filter((name) => name < '0059')

const places: Place[] = []
afterAll(async () => void (await Promise.all(places.map((place) => place.remove()))))

/** A place with the last release's schema and rows in most of its tables. */
async function oldPlace(): Promise<Place> {
  const place = await newPlace()
  await migrate(place.address, migrations, released)
  const pool = openPool(place.address, 1, () => {})
  const db = new Database(pool, () => new Date(), { write: async () => [], publish() {} })
  await db.transaction({ actorId: null, address: 'seed', requestId: 'seed' }, async (tx) => {
    await seedFixtures(tx, 'no hash')
    const { acme } = folders
    const [proposalId, contractId, invoiceId] = [newId(), newId(), newId()]
    await tx.run(sql`
      insert into proposals (id, client_folder_id, created_by_id, title, description, services, total_cost, status, sent_at, decided_at, created_at, updated_at)
      values (${proposalId}, ${acme.id}, ${people.alice.id}, 'Handbook', 'What we would do', ${JSON.stringify(proposalLines)}, ${proposalTotal},
        'approved', ${tx.now}, ${tx.now}, ${tx.now}, ${tx.now})`)
    await tx.run(sql`
      insert into contracts (id, client_folder_id, proposal_id, created_by_id, contract_number, client_name, client_email, terms, total_value, start_date, created_at, updated_at)
      values (${contractId}, ${acme.id}, ${proposalId}, ${people.alice.id}, 'PROHR-202611-001', 'Ann', 'ann@example.com', 'Terms', 4, '2026-12-01', ${tx.now}, ${tx.now})`)
    await tx.run(sql`
      insert into invoices (id, client_folder_id, contract_id, created_by_id, invoice_number, subtotal, tax, total, amount_paid, status, due_date, sent_at, created_at, updated_at)
      values (${invoiceId}, ${acme.id}, ${contractId}, ${people.alice.id}, 'INV-20261121-01', 10000, 575, 10575, 75, 'sent', '2026-12-24', ${tx.now}, ${tx.now}, ${tx.now})`)
    await tx.run(sql`
      insert into payments (id, invoice_id, client_folder_id, amount, date, method, recorded_by_id, created_at)
      values (${newId()}, ${invoiceId}, ${acme.id}, 75, '2026-11-21', 'check', ${people.alice.id}, ${tx.now})`)
    for (const fromClient of [false, true])
      await tx.run(sql`
        insert into messages (id, content, client_folder_id, sender_id, is_from_client, created_at)
        values (${newId()}, 'A "quoted", (bracketed) \\N line\nand another', ${acme.id}, ${people.ann.id}, ${fromClient}, ${tx.now})`)
    await tx.run(sql`
      insert into hr_form_submissions (id, form_type, form_version, form_data, source, submitted_by_id, created_at, updated_at)
      values (${newId()}, 'handbook-acknowledgment', 1, '{"employeeName": null}', 'portal', ${people.ann.id}, ${tx.now}, ${tx.now})`)
    await tx.run(sql`
      insert into audit_entries (id, at, action, entity_type, details) values (${newId()}, ${tx.now}, 'contract.created', 'contracts', '{"a": 1.50}')`)
  })
  await pool.end()
  return place
}

async function newPlace(): Promise<Place> {
  const place = await emptyPlace()
  places.push(place)
  return place
}

/** Tables that later releases dropped. */
const dropped = ['brakes']

/** Digests of the tables and columns that existed before the upgrade, under their old names. */
async function digests({ address }: Place, tables?: Table[]) {
  const snapshot = await openSnapshot(address)
  try {
    const of = tables ?? (await tablesIn(snapshot)).filter(({ name }) => !dropped.includes(name))
    const found = []
    for (const table of of) {
      const today = tables === undefined ? table : renamedBy(all, table)
      found.push({ ...(await digestOf(snapshot, today)), name: table.name })
    }
    return { tables: of, found }
  } finally {
    await snapshot.close()
  }
}

async function applied({ address }: Place): Promise<string[]> {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query('select name from migrations order by name')
  await client.end()
  return rows.map(({ name }: { name: string }) => name)
}

describe('H9: a database of the last release', () => {
  let place: Place
  let before: Awaited<ReturnType<typeof digests>>
  beforeAll(async () => {
    place = await oldPlace()
    before = await digests(place)
  })

  it('has rows to check', () => {
    expect(released.length).toBeGreaterThan(5)
    expect(before.found.filter(({ rows }) => rows > 0).map(({ name }) => name)).toEqual([
      'audit_entries',
      'client_folders',
      'contracts',
      'hr_form_submissions',
      'invoices',
      'messages',
      'payments',
      'proposals',
      'users',
    ])
  })

  it('restores a backup of that release with --unverified, row for row, and upgrades it', async () => {
    const folder = join(place.config.dataDir, 'earlier')
    const manifest = await writeEarlierBackup({ address: place.address, store: diskStore(place.config) }, folder)
    expect([manifest.schema, manifest.masterKey]).toEqual([released, null])
    const target = await newPlace()
    const { address, config } = target
    const restored = (options?: { unverified: boolean }) =>
      restoreBackup(
        { config, store: diskStore(config), openDatabase: async () => address, migrations },
        folder,
        options,
      )
    await expect(restored()).rejects.toThrow(/created by a version before 1\.0\.0.*restore it with --unverified\.$/)
    await restored({ unverified: true })
    expect(await applied(target)).toEqual(all)
    const after = await digests(target, before.tables)
    // Settings of the installation (file location, time of the last backup) are not content.
    expect(after.found).toEqual(before.found)
  })

  it('upgrades once with all its content', async () => {
    expect(await migrate(place.address, migrations)).toEqual(all.slice(released.length))
    expect(await applied(place)).toEqual(all)
    expect((await digests(place, before.tables)).found).toEqual(before.found)
    expect(await migrate(place.address, migrations)).toEqual([])
  })

  it('is refused by the earlier release after the upgrade, without changes', async () => {
    const older = await mkdtemp(join(tmpdir(), 'portal-older-'))
    for (const name of released) await cp(join(migrations, `${name}.sql`), join(older, `${name}.sql`))
    await expect(migrate(place.address, older)).rejects.toThrow(
      `A newer release of the portal has used this database: it has migration ${all.at(-1)}`,
    )
    expect(await applied(place)).toEqual(all)
    await rm(older, { recursive: true })
  })
})

it('emails of a backup from before 0430 have no bodies', async () => {
  const place = await newPlace()
  const earlier = all.filter((name) => name < '0430')
  await migrate(place.address, migrations, earlier)
  const snapshot = await openSnapshot(place.address)
  const tables = await tablesIn(snapshot)
  await snapshot.close()
  const columns = tables.find(({ name }) => name === 'emails')?.columns
  expect(columns).toEqual(expect.arrayContaining(['subject', 'last_error']))
  expect(columns?.filter((name) => ['body_box', 'text', 'html'].includes(name))).toEqual([])
})

describe('H9: an upgrade during a long read', () => {
  it('lets others write, and completes when the read ends', async () => {
    const place = await oldPlace()
    const [reader, writer] = [new pg.Client(place.address), new pg.Client(place.address.owner)]
    await Promise.all([reader.connect(), writer.connect()])
    await reader.query('begin; lock table documents in access share mode')
    const upgrade = migrate(place.address, migrations)
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await expect.poll(async () => (await writer.query(waiting)).rowCount, { timeout: 60_000 }).toBe(1)
    // If the upgrade held its lock while it waits for the reader, this statement would wait as well.
    await writer.query("set statement_timeout = '20s'")
    await writer.query('update documents set version = version')
    await reader.query('commit')
    expect(await upgrade).toEqual(all.slice(released.length))
    await Promise.all([reader.end(), writer.end()])
  })
})

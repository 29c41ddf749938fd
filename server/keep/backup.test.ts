// A back-up of a portal that is being used, and what comes of it in an empty place.
import { cp, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BackedUp, backedUpPortal, restore, verified } from '../../tests/backups.ts'
import { newcomerInput, tokenOf } from '../../tests/newcomers.ts'
import type { Place } from '../../tests/places.ts'
import { startS3Server } from '../../tests/s3-server.ts'
import { addDocument } from '../../tests/uploads.ts'
import { linkPending } from '../audit/chain.ts'
import { storeInS3 } from '../file-storage/files-in-s3.ts'
import { masterKeyFile } from '../kit/master-key.ts'
import { buildParts } from '../parts.ts'
import { decryptFrom } from './backup-key.ts'
import { makeBackup } from './backup.ts'
import { checkBackup } from './check-backup.ts'
import { lastBackup } from './last-backup.ts'
import { findBackup, finishedIn, onlyKey, openBackup, placeOf } from './manifest.ts'
import { pruneBackups } from './prune.ts'
import { goesOnFrom } from './trail-in-backup.ts'
import { typed } from '../kit/row-types.ts'

/** What is compressed, uncompressed; anything else as it is. */
function gunzipped(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes)
  } catch {
    return bytes
  }
}

const opened = async ({ folder }: { folder: string }) =>
  openBackup(folder, onlyKey(await portal.world.parts.masterKey()))

let portal: BackedUp
/** Where nothing was ever written: what is refused is refused before that. */
let nowhere: Place
beforeAll(async () => {
  portal = await backedUpPortal()
  nowhere = await portal.place()
})
afterAll(() => portal.close())

describe('H8: a back-up', () => {
  it('of a portal that people write to is of one moment, and comes back row for row and byte for byte', async () => {
    let isOver = false
    let written = 0
    const write = async () => {
      while (!isOver) {
        await portal.world.ann.post(`/api/client-folders/${portal.world.folders.acme.id}/messages`, {
          content: `Message ${written++}`,
        })
        // As many as the brake on uploads lets one person send.
        if (written < 12) await addDocument(portal.world.ann, portal.world.folders.acme.id)
      }
    }
    const writers = [write(), write()]
    const { folder, manifest } = await portal.backUp()
    isOver = true
    await Promise.all(writers)
    expect(written).toBeGreaterThan(1)
    expect(manifest).toMatchObject({ release: '0.1.0', discarded: [], missing: [] })

    const target = await portal.place()
    await restore(target, folder)
    const { broken, rowsDigest, tables } = await verified(target)
    expect([broken, rowsDigest]).toEqual([[], manifest.rowsDigest])
    expect(manifest.tables.map(({ name, rows, sha256 }) => ({ name, rows, sha256 }))).toEqual(tables)
    expect(await lastBackup(portal.world.db)).toMatchObject({ at: manifest.at, files: manifest.files.rows, missing: 0 })
  })

  it('holds neither the master key nor who is signed in, and is for its owner alone', async () => {
    expect(portal.first.manifest.tables.map(({ name }) => name)).not.toContain('sessions')
    const key = (await portal.masterKey()).trim()
    const entries = await readdir(portal.first.folder, { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((each) => each.isFile()))
      expect((await readFile(join(entry.parentPath, entry.name))).includes(key)).toBe(false)
    expect((await stat(portal.first.folder)).mode & 0o077).toBe(0)
  })

  it('shows nothing of what people wrote, and no link that opens an account, to someone without the master key', async () => {
    const { world } = portal
    const { invitationUrl } = (await world.alice.post('/api/users', newcomerInput())).body
    const token = tokenOf(invitationUrl)
    const content = 'Canary of a backed-up message'
    await world.ann.post(`/api/client-folders/${world.folders.acme.id}/messages`, { content })
    const { folder, key } = await opened(await portal.backUp())
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const bytes = await readFile(join(entry.parentPath, entry.name))
      const texts = [bytes, gunzipped(bytes)].map((each) => each.toString('latin1'))
      for (const text of texts) for (const secret of [content, token, 'Acme']) expect(text.includes(secret)).toBe(false)
    }
    const lines = []
    for (const name of await readdir(join(folder, 'database'))) {
      const plain = Buffer.concat(await Array.fromAsync(decryptFrom(folder, join(folder, 'database', name), key!)))
      lines.push(gunzipped(plain).toString('utf8'))
    }
    // With the key: the message is there, and no link, nor the tables that open accounts.
    const text = lines.join('')
    expect(text).toContain(content)
    for (const form of [token, Buffer.from(token).toString('hex')]) expect(text.includes(form)).toBe(false)
    const names = await readdir(join(folder, 'database'))
    for (const name of ['idempotency_keys', 'known_browsers', 'one_time_links', 'sessions'])
      expect(names).not.toContain(`${name}.jsonl.gz`)
  })

  it('leaves out what emails say: those that waited are not sent after a restore', async () => {
    const { world } = portal
    await world.db.run(sql`update emails set status = 'queued' where id = (select id from emails order by id limit 1)`)
    const target = await portal.place()
    await restore(target, (await portal.backUp()).folder)
    const parts = await buildParts(target.config, target.address)
    const emails = await parts.db.rows(typed(z.object({ status: z.string() }))`
      select distinct status from emails where body_box is null and text is null and html is null`)
    const all = await parts.db.one(
      typed(z.object({ all: z.number() }))`select count(*)::int as all from emails where body_box is not null`,
    )
    await parts.close()
    expect(emails.map(({ status }) => status).toSorted()).toEqual(['failed', 'kept'])
    expect(all).toEqual({ all: 0 })
  })

  it('made again reads only the files that are new; each is whole without the others', async () => {
    const one = await portal.backUp()
    const { body } = await addDocument(portal.world.ann, portal.world.folders.acme.id)
    const two = await portal.backUp()
    expect([two.copied, two.manifest.files.rows]).toEqual([1, one.manifest.files.rows + 1])
    const linked = placeOf.file(two.folder, `documents/${portal.kept.documentId}`)
    expect((await stat(linked)).nlink).toBeGreaterThan(1)
    expect((await stat(placeOf.file(two.folder, `documents/${body.id}`))).nlink).toBe(1)
    await rm(one.folder, { recursive: true })
    // A folder of back-ups stands for its newest one.
    expect(await findBackup(portal.to)).toBe(two.folder)
    await checkBackup(await opened(two))
  })

  it('is made once at a time', async () => {
    const results = await Promise.allSettled([portal.backUp(), portal.backUp(), portal.backUp()])
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason.message).toBe('Another backup of this portal is running right now.')
    expect((await readdir(portal.to)).filter((name) => name.endsWith('.unfinished'))).toEqual([])
  })

  it('names files that are not there, and holds everything else', async () => {
    const { body } = await addDocument(portal.world.ann, portal.world.folders.acme.id)
    const bytes = join(portal.world.config.dataDir, 'files/objects/documents', body.id)
    await rename(bytes, `${portal.to}.aside`)
    const { manifest } = await portal.backUp()
    await rename(`${portal.to}.aside`, bytes)
    expect(manifest.missing).toEqual([`documents/${body.id}`])
  })

  it('that was killed is none, and the next one clears it away', async () => {
    const half = join(portal.to, '2026-01-01T00-00-00-000Z.unfinished')
    await cp(portal.first.folder, half, { recursive: true })
    await rm(placeOf.manifest(half))
    await expect(restore(nowhere, half)).rejects.toThrow(/was not finished: it has no manifest/)
    await portal.backUp()
    expect((await readdir(portal.to)).filter((name) => name.endsWith('.unfinished'))).toEqual([])
  })

  it('with the master key in it, on request, needs nothing else', async () => {
    const { folder } = await portal.backUp({ withKey: true })
    const target = await portal.place({})
    await restore(target, folder)
    expect(await readFile(masterKeyFile(target.config), 'utf8')).toBe(await portal.masterKey())
    expect((await verified(target)).broken).toEqual([])
    await rm(folder, { recursive: true })
  })

  it('goes into an S3-compatible store as well, and out of it', async () => {
    const server = await startS3Server('kept')
    const target = await portal.place()
    const store = storeInS3(server.settings)
    await restore(target, portal.first.folder, store)
    expect((await verified(target, store)).broken).toEqual([])
    const parts = await buildParts(target.config, target.address)
    const back = await makeBackup({ ...parts, store }, { to: join(target.config.dataDir, 'again'), release: '0.1.0' })
    await parts.close()
    expect(back.manifest.rowsDigest).toBe(portal.first.manifest.rowsDigest)
    expect(back.manifest.files).toEqual(portal.first.manifest.files)
    await server.stop()
  })
})

describe('H8, I2: the end of the trail', () => {
  const said: string[] = []
  const goesOn = (from: string) =>
    portal.world.parts.masterKey().then((key) => goesOnFrom(portal.world.db, key, from, (line) => said.push(line)))

  it('stands in the back-up, and what is written later goes on from it', async () => {
    const { trail } = portal.first.manifest
    expect(trail).toMatchObject({ seq: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    await portal.world.ann.post(`/api/client-folders/${portal.world.folders.acme.id}/messages`, { content: 'Later' })
    await linkPending(portal.world.db, portal.world.parts.dataKeys)
    expect(await goesOn(portal.first.folder)).toBe(true)
    expect(said.at(-1)).toContain(`(link ${trail?.seq})`)
  })

  it('tells of a trail that somebody wrote anew from its first link on, though it agrees with itself', async () => {
    const [links, facts] = [
      await portal.world.db.rows(
        typed(
          z.object({ seq: z.number(), entry_id: z.string(), key_id: z.string(), hash: z.string() }),
        )`select seq, entry_id, key_id, encode(hash, 'hex') as hash from audit_links`,
      ),
      await portal.world.db.rows(sql`select value from portal_facts where name = 'audit-log-head'`),
    ]
    await portal.world.owner.run(sql`alter table audit_links disable trigger all`)
    await portal.world.owner.run(sql`delete from audit_links`)
    await portal.world.owner.run(sql`delete from portal_facts where name = 'audit-log-head'`)
    expect(await goesOn(portal.first.folder)).toBe(false)
    expect(said.at(-1)).toContain('is not there')
    await portal.world.owner.run(
      sql`insert into audit_pending (entry_id) select id from audit_entries order by id offset 1`,
    )
    await linkPending(portal.world.db, portal.world.parts.dataKeys)
    expect(await goesOn(portal.first.folder)).toBe(false)
    await portal.world.owner.run(sql`delete from audit_links`)
    await portal.world.owner.run(sql`
      insert into audit_links (seq, entry_id, key_id, hash)
      select seq, entry_id, key_id, decode(hash, 'hex') from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r(seq bigint, entry_id uuid, key_id uuid, hash text)`)
    await portal.world.owner.run(
      sql`update portal_facts set value = ${JSON.stringify((facts[0] as { value: object }).value)}::jsonb where name = 'audit-log-head'`,
    )
    await portal.world.owner.run(sql`alter table audit_links enable trigger all`)
    expect(await goesOn(portal.first.folder)).toBe(true)
  })
})

it('H8, I6: back-ups older than so many days go, and never the newest', async () => {
  const place = await mkdtemp(join(tmpdir(), 'portal-pruned-'))
  const names = [
    '2026-01-01T00-00-00-000Z',
    '2026-02-10T23-59-00-000Z',
    '2026-02-11T00-00-01-000Z',
    '2026-03-01T00-00-00-000Z',
  ]
  for (const name of names) await cp(portal.first.folder, join(place, name), { recursive: true })
  await cp(portal.first.folder, join(place, 'by hand'), { recursive: true })
  expect(await pruneBackups(place, 35, new Date('2026-03-18T00:00:00Z'))).toBe(2)
  expect((await readdir(place)).toSorted()).toEqual([...names.slice(2), 'by hand'])
  expect(await pruneBackups(place, 35, new Date('2028-01-01T00:00:00Z'))).toBe(1)
  expect((await readdir(place)).toSorted()).toEqual([...names.slice(3), 'by hand'])
  await rm(place, { recursive: true })
})

it('H8: the newest of several is found by its name', async () => {
  const found = await finishedIn(portal.to)
  expect(found).toEqual(found.toSorted())
  expect(found).toContain(portal.first.folder)
})

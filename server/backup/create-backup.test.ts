// Backs up a portal in use, and restores it into an empty place.
import { cp, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BackedUp, backedUpPortal, restore, verified } from '../../tests/backups.ts'
import { newcomerInput, tokenOf } from '../../tests/newcomers.ts'
import type { Place } from '../../tests/empty-folder.ts'
import { startS3Server } from '../../tests/s3-server.ts'
import { addDocument } from '../../tests/uploads.ts'
import { linkPending } from '../audit-log/chain.ts'
import { storeInS3 } from '../file-storage/files-in-s3.ts'
import { masterKeyFile } from '../kit/master-key.ts'
import { createContext } from '../create-context.ts'
import { decryptFrom } from './backup-key.ts'
import { makeBackup } from './create-backup.ts'
import { checkBackup } from './check-backup.ts'
import { lastBackup } from './last-backup.ts'
import { findBackup, finishedIn, onlyKey, openBackup, placeOf } from './manifest.ts'
import { pruneBackups } from './prune.ts'
import { continuesFrom } from './audit-log-in-backup.ts'
import { typed } from '../kit/row-types.ts'

/** Decompresses gzip; returns anything else unchanged. */
function gunzipped(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes)
  } catch {
    return bytes
  }
}

const opened = async ({ folder }: { folder: string }) =>
  openBackup(folder, onlyKey(await portal.testApp.context.masterKey()))

let portal: BackedUp
/** An empty place, to check that a refusal writes nothing. */
let emptyPlace: Place
beforeAll(async () => {
  portal = await backedUpPortal()
  emptyPlace = await portal.place()
})
afterAll(() => portal.close())

describe('H8: backup', () => {
  it('a backup of a portal in use shows one moment, and restores row for row and byte for byte', async () => {
    let isOver = false
    let written = 0
    const write = async () => {
      while (!isOver) {
        await portal.testApp.ann.post(`/api/client-folders/${portal.testApp.folders.acme.id}/messages`, {
          content: `Message ${written++}`,
        })
        // The upload rate limit allows one person this many.
        if (written < 12) await addDocument(portal.testApp.ann, portal.testApp.folders.acme.id)
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
    expect(await lastBackup(portal.testApp.db)).toMatchObject({
      at: manifest.at,
      files: manifest.files.rows,
      missing: 0,
    })
  })

  it('contains neither the master key nor sessions, and only its owner can read it', async () => {
    expect(portal.first.manifest.tables.map(({ name }) => name)).not.toContain('sessions')
    const key = (await portal.masterKey()).trim()
    const entries = await readdir(portal.first.folder, { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((each) => each.isFile()))
      expect((await readFile(join(entry.parentPath, entry.name))).includes(key)).toBe(false)
    expect((await stat(portal.first.folder)).mode & 0o077).toBe(0)
  })

  it('reveals no text that people wrote, and no link that opens an account, without the master key', async () => {
    const { testApp } = portal
    const { invitationUrl } = (await testApp.alice.post('/api/users', newcomerInput())).body
    const token = tokenOf(invitationUrl)
    const content = 'Canary of a backed-up message'
    await testApp.ann.post(`/api/client-folders/${testApp.folders.acme.id}/messages`, { content })
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
    // With the key, the message is there, but no link and none of the tables that open accounts.
    const text = lines.join('')
    expect(text).toContain(content)
    for (const form of [token, Buffer.from(token).toString('hex')]) expect(text.includes(form)).toBe(false)
    const names = await readdir(join(folder, 'database'))
    for (const name of [
      'api_keys',
      'document_texts',
      'idempotency_keys',
      'known_browsers',
      'one_time_links',
      'push_subscriptions',
      'sessions',
    ])
      expect(names).not.toContain(`${name}.jsonl.gz`)
  })

  it('leaves out email bodies, so that pending emails are not sent after a restore', async () => {
    const { testApp } = portal
    await testApp.db.run(
      sql`update emails set status = 'queued' where id = (select id from emails order by id limit 1)`,
    )
    const target = await portal.place()
    await restore(target, (await portal.backUp()).folder)
    const context = await createContext(target.config, target.address)
    const emails = await context.db.rows(typed(z.object({ status: z.string() }))`
      select distinct status from emails where body_encrypted is null and text is null and html is null`)
    const all = await context.db.one(
      typed(z.object({ all: z.number() }))`select count(*)::int as all from emails where body_encrypted is not null`,
    )
    await context.close()
    expect(emails.map(({ status }) => status).toSorted()).toEqual(['failed', 'kept'])
    expect(all).toEqual({ all: 0 })
  })

  it('a second backup copies only new files, and each backup is complete without the other', async () => {
    const one = await portal.backUp()
    const { body } = await addDocument(portal.testApp.ann, portal.testApp.folders.acme.id)
    const two = await portal.backUp()
    expect([two.copied, two.manifest.files.rows]).toEqual([1, one.manifest.files.rows + 1])
    const linked = placeOf.file(two.folder, `documents/${portal.records.documentId}`)
    expect((await stat(linked)).nlink).toBeGreaterThan(1)
    expect((await stat(placeOf.file(two.folder, `documents/${body.id}`))).nlink).toBe(1)
    await rm(one.folder, { recursive: true })
    // a folder of backups resolves to its newest one.
    expect(await findBackup(portal.to)).toBe(two.folder)
    await checkBackup(await opened(two))
  })

  it('refuses to run twice at the same time', async () => {
    const results = await Promise.allSettled([portal.backUp(), portal.backUp(), portal.backUp()])
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason.message).toBe(
          'Another backup of this portal is currently running. Try again when it has finished.',
        )
    expect((await readdir(portal.to)).filter((name) => name.endsWith('.unfinished'))).toEqual([])
  })

  it('names missing files and contains everything else', async () => {
    const { body } = await addDocument(portal.testApp.ann, portal.testApp.folders.acme.id)
    const bytes = join(portal.testApp.config.dataDir, 'files/objects/documents', body.id)
    await rename(bytes, `${portal.to}.aside`)
    const { manifest } = await portal.backUp()
    await rename(`${portal.to}.aside`, bytes)
    expect(manifest.missing).toEqual([`documents/${body.id}`])
  })

  it('ignores an interrupted backup, and the next one removes it', async () => {
    const half = join(portal.to, '2026-01-01T00-00-00-000Z.unfinished')
    await cp(portal.first.folder, half, { recursive: true })
    await rm(placeOf.manifest(half))
    await expect(restore(emptyPlace, half)).rejects.toThrow(/is incomplete \(manifest\.json is missing\)/)
    await portal.backUp()
    expect((await readdir(portal.to)).filter((name) => name.endsWith('.unfinished'))).toEqual([])
  })

  it('needs nothing else when it includes the master key on request', async () => {
    const { folder } = await portal.backUp({ withKey: true })
    const target = await portal.place({})
    await restore(target, folder)
    expect(await readFile(masterKeyFile(target.config), 'utf8')).toBe(await portal.masterKey())
    expect((await verified(target)).broken).toEqual([])
    await rm(folder, { recursive: true })
  })

  it('can be written to and restored from an S3-compatible store', async () => {
    const server = await startS3Server('kept')
    const target = await portal.place()
    const store = storeInS3(server.settings)
    await restore(target, portal.first.folder, store)
    expect((await verified(target, store)).broken).toEqual([])
    const context = await createContext(target.config, target.address)
    const back = await makeBackup({ ...context, store }, { to: join(target.config.dataDir, 'again'), release: '0.1.0' })
    await context.close()
    expect(back.manifest.rowsDigest).toBe(portal.first.manifest.rowsDigest)
    expect(back.manifest.files).toEqual(portal.first.manifest.files)
    await server.stop()
  })
})

describe('H8, I2: the end of the audit log', () => {
  const output: string[] = []
  const continuesFromBackup = (from: string) =>
    portal.testApp.context
      .masterKey()
      .then((key) => continuesFrom(portal.testApp.db, key, from, (line) => output.push(line)))

  it('is in the backup, and later entries continue from it', async () => {
    const { trail: auditLog } = portal.first.manifest
    expect(auditLog).toMatchObject({ seq: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    await portal.testApp.ann.post(`/api/client-folders/${portal.testApp.folders.acme.id}/messages`, {
      content: 'Later',
    })
    await linkPending(portal.testApp.db, portal.testApp.context.dataKeys)
    expect(await continuesFromBackup(portal.first.folder)).toBe(true)
    expect(output.at(-1)).toContain(`(link ${auditLog?.seq})`)
  })

  it('detects an audit log rewritten from its first link, even if it is consistent in itself', async () => {
    const [links, facts] = [
      await portal.testApp.db.rows(
        typed(
          z.object({ seq: z.number(), entry_id: z.string(), key_id: z.string(), hash: z.string() }),
        )`select seq, entry_id, key_id, encode(hash, 'hex') as hash from audit_links`,
      ),
      await portal.testApp.db.rows(sql`select value from portal_facts where name = 'audit-log-head'`),
    ]
    await portal.testApp.owner.run(sql`alter table audit_links disable trigger all`)
    await portal.testApp.owner.run(sql`delete from audit_links`)
    await portal.testApp.owner.run(sql`delete from portal_facts where name = 'audit-log-head'`)
    expect(await continuesFromBackup(portal.first.folder)).toBe(false)
    expect(output.at(-1)).toContain('is missing')
    await portal.testApp.owner.run(
      sql`insert into audit_pending (entry_id) select id from audit_entries order by id offset 1`,
    )
    await linkPending(portal.testApp.db, portal.testApp.context.dataKeys)
    expect(await continuesFromBackup(portal.first.folder)).toBe(false)
    await portal.testApp.owner.run(sql`delete from audit_links`)
    await portal.testApp.owner.run(sql`
      insert into audit_links (seq, entry_id, key_id, hash)
      select seq, entry_id, key_id, decode(hash, 'hex') from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r(seq bigint, entry_id uuid, key_id uuid, hash text)`)
    await portal.testApp.owner.run(
      sql`update portal_facts set value = ${JSON.stringify((facts[0] as { value: object }).value)}::jsonb where name = 'audit-log-head'`,
    )
    await portal.testApp.owner.run(sql`alter table audit_links enable trigger all`)
    expect(await continuesFromBackup(portal.first.folder)).toBe(true)
  })
})

it('H8, I6: deletes backups older than the given days, but never the newest', async () => {
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

it('H8: finds the newest of several backups by its name', async () => {
  const found = await finishedIn(portal.to)
  expect(found).toEqual(found.toSorted())
  expect(found).toContain(portal.first.folder)
})

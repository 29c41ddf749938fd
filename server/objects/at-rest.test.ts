// What lies in the database and in the files holds nothing that people wrote into forms and documents.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import sql, { raw } from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acknowledgment } from '../../tests/guards/rights-forms.ts'
import { pdf } from '../../tests/samples.ts'
import { addDocument, filesOnDisk } from '../../tests/uploads.ts'
import { createWorld, type World } from '../../tests/world.ts'
import { encryptAnswers } from '../hr-forms/kept-answers.ts'
import { openDataKeys } from '../kit/data-keys.ts'
import { newId } from '../kit/id.ts'
import { finishRotation, makeNextKey, masterKeyFile, masterKeyFrom, openMasterKey } from '../kit/master-key.ts'
import { keepPendingSecret } from '../second-factor/codes.ts'
import { replaceMasterKey } from '../replace-master-key.ts'
import { encryptKept } from './encrypt.ts'
import { typed, IdRow } from '../kit/row-types.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const marker = 'Zanzibarquartz'
const marked = () => Buffer.concat([pdf(), Buffer.from(`% ${marker}\n%%EOF\n`)])
const filesFolder = () => join(world.config.dataDir, 'files')

/** Every row of every table as text. */
async function everyRow(): Promise<string> {
  const tables = await world.db.rows(typed(z.object({ name: z.string() }))`
    select quote_ident(tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`)
  const rows: string[] = []
  for (const { name } of tables) {
    const found = await world.db
      .rows(typed(z.object({ text: z.string() }))`select t::text as text from ${raw(name)} t`)
      .catch(() => [])
    rows.push(...found.map(({ text }) => text))
  }
  return rows.join('\n')
}

async function everyFile(): Promise<Buffer> {
  const entries = await readdir(filesFolder(), { recursive: true, withFileTypes: true })
  return Buffer.concat(
    await Promise.all(
      entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => readFile(join(parentPath, name))),
    ),
  )
}

async function expectNoMarker() {
  const rows = await everyRow()
  expect(rows.length).toBeGreaterThan(10_000)
  expect([marker, Buffer.from(marker).toString('hex')].filter((each) => rows.includes(each))).toEqual([])
  expect((await everyFile()).includes(marker)).toBe(false)
}

describe('I8: a file', () => {
  it('lies encrypted, and comes back as it was, whole and in ranges', async () => {
    const added = await addDocument(world.ann, world.folders.acme.id, { bytes: marked() })
    expect(added.status).toBe(201)
    const whole = await world.ann.get(added.body.objectPath)
    expect(whole.text).toContain(marker)
    expect(Number(whole.headers['content-length'])).toBe(marked().length)
    const start = marked().length - 20
    const range = await world.ann.get(added.body.objectPath, { range: `bytes=${start}-` })
    expect([range.status, range.text]).toEqual([206, marked().subarray(start).toString()])
    await expectNoMarker()
  })

  it('that comes in parts lies encrypted too, also before it is joined', async () => {
    const { uploadId } = (await world.sam.post('/api/companion/s3/multipart', { filename: 'a.pdf' })).body
    const part = await world.sam.get(`/api/companion/s3/multipart/${uploadId}/1?key=${uploadId}`)
    const sent = await world.sam.send({
      method: 'PUT',
      url: new URL(part.body.url).pathname + new URL(part.body.url).search,
      payload: marked(),
    })
    expect(sent.status).toBe(200)
    await expectNoMarker()
    const done = await world.sam.post(`/api/companion/s3/multipart/${uploadId}/complete?key=${uploadId}`, {
      parts: [{ PartNumber: 1, ETag: sent.headers.etag }],
    })
    expect(done.status).toBe(200)
    await expectNoMarker()
  })

  it('that was changed on the disk is not given out as if nothing were', async () => {
    const added = await addDocument(world.ann, world.folders.acme.id, { bytes: marked() })
    const place = join(filesFolder(), 'objects', 'documents', added.body.id)
    const bytes = await readFile(place)
    bytes[100] = (bytes[100] ?? 0) ^ 1
    await writeFile(place, bytes)
    const { stream } = await world.parts.files.read(`documents/${added.body.id}`)
    await expect(stream.toArray()).rejects.toThrow('changed or cut off')
  })

  it('of an earlier release stays legible, and is encrypted where it lies, as often as one tries', async () => {
    const plain = filesOnDisk(filesFolder())
    const keys = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const key = `documents/${newId()}`
        await plain.put(key, Readable.from([marked()]), { limit: 10_000 })
        return key
      }),
    )
    const read = async (key: string) => Buffer.concat(await (await world.parts.files.read(key)).stream.toArray())
    for (const key of keys) expect((await read(key)).equals(marked())).toBe(true)
    const { stream } = await world.parts.files.read(keys[0] as string, { start: 0, end: 4 })
    expect(Buffer.concat(await stream.toArray()).toString()).toBe('%PDF-')
    expect((await everyFile()).includes(marker)).toBe(true)

    const [one, two] = await Promise.allSettled(
      [0, 1].map(() => encryptKept(world.db, world.parts.store, world.parts.dataKeys)),
    )
    expect([one?.status, two?.status]).toContain('fulfilled')
    await encryptKept(world.db, world.parts.store, world.parts.dataKeys)
    for (const key of keys) expect((await read(key)).equals(marked())).toBe(true)
    await expectNoMarker()
    expect(await encryptKept(world.db, world.parts.store, world.parts.dataKeys)).toBe(0)
  })
})

describe('I8: a form', () => {
  it('lies encrypted, sent and half typed, and in the answers kept for a second try', async () => {
    const key = { 'idempotency-key': newId() }
    const given = { formType: 'handbook-acknowledgment', formData: { ...acknowledgment, department: marker } }
    const sent = await world.ann.post('/api/hr-forms', given, key)
    expect([sent.status, sent.text.includes(marker)]).toEqual([201, true])
    expect((await world.ann.post('/api/hr-forms', given, key)).text).toBe(sent.text)
    const draft = '/api/hr-forms/employment-application/draft'
    await world.ann.patch(draft, { formData: { firstName: marker } })
    expect((await world.ann.patch(draft, { formData: { lastName: 'B' } })).body.formData).toEqual({
      firstName: marker,
      lastName: 'B',
    })
    await expectNoMarker()

    const { submission } = sent.body
    const found = await world.ann.get(
      `/api/hr-form-submissions?q=${encodeURIComponent(submission.subjectName.slice(1, 4))}`,
    )
    expect(found.body.map(({ id }: { id: string }) => id)).toContain(submission.id)
    expect(found.text).toContain(marker)
    expect((await world.ann.get(`/api/hr-form-submissions?q=${marker}`)).body).toEqual([])
  })

  it('of an earlier release stays legible and is encrypted afterwards', async () => {
    const id = newId()
    await world.db.run(sql`
      insert into hr_form_submissions (id, form_type, form_version, form_data, source, submitted_by_id, created_at, updated_at)
      values (${id}, 'handbook-acknowledgment', 1, ${JSON.stringify({ employeeName: marker })}, 'portal', ${world.people.ann.id}, now(), now())`)
    await world.db.run(sql`delete from hr_form_drafts`)
    await world.db.run(sql`
      insert into hr_form_drafts (user_id, form_type, form_data, saved_at)
      values (${world.people.ann.id}, 'employment-application', ${JSON.stringify({ firstName: marker })}, now())`)
    const look = async () => {
      expect((await world.ann.get(`/api/hr-form-submissions/${id}`)).body.formData).toEqual({ employeeName: marker })
      const draft = await world.ann.get('/api/hr-forms/employment-application/draft')
      expect(draft.body.formData).toEqual({ firstName: marker })
    }
    await look()
    await encryptAnswers(world.db, world.parts.dataKeys)
    await encryptAnswers(world.db, world.parts.dataKeys)
    await look()
    await expectNoMarker()
  })

  it('of somebody else is none in its place: a box opens only as what it was', async () => {
    const rows = await world.db.rows(typed(IdRow)`
      select id from hr_form_submissions where form_box is not null order by id limit 2`)
    const [one, two] = rows.map(({ id }) => id)
    await world.db.run(sql`
      update hr_form_submissions set form_box = (select form_box from hr_form_submissions where id = ${two}) where id = ${one}`)
    expect((await world.alice.get(`/api/hr-form-submissions/${one}`)).status).toBe(500)
    await world.db.run(sql`delete from hr_form_submissions where id = ${one}`)
  })
})

describe('I8: another master key', () => {
  const bound = () => world.db.rows(typed(z.object({ fingerprint: z.string() }))`select fingerprint from master_key`)

  it('opens what was kept, for the running portal and for the next; the one before opens nothing', async () => {
    const added = await addDocument(world.ann, world.folders.acme.id, { bytes: marked() })
    await world.seal.ready()
    const file = masterKeyFile(world.config)
    const before = await readFile(file, 'utf8')
    const old = await world.parts.masterKey()
    await world.db.transaction({ actorId: null, address: 'test', requestId: 'test' }, (tx) =>
      keepPendingSecret(tx, old, world.people.sam.id),
    )
    const next = masterKeyFrom(await makeNextKey(file))
    expect(await replaceMasterKey(world.db, old, next)).toBeGreaterThan(2)
    // Stopped before the file was put in its place: the next who needs the key does that.
    expect(await readFile(file, 'utf8')).toBe(before)
    expect((await world.parts.masterKey()).fingerprint).toBe(next.fingerprint)
    expect(existsSync(`${file}.next`)).toBe(false)
    expect(await readFile(join(dirname(file), `retired-${old.fingerprint}.key`), 'utf8')).toBe(before)

    const twin = await world.twin()
    for (const app of [world.app, twin.app]) {
      const got = await app.inject({ url: added.body.objectPath, headers: { cookie: world.ann.cookie ?? '' } })
      expect(createHash('sha256').update(got.rawPayload).digest('hex')).toBe(added.body.sha256)
    }
    await twin.seal.ready()
    expect((await addDocument(twin.caller(world.ann.cookie), world.folders.acme.id)).status).toBe(201)
    const keys = await world.db.rows(
      typed(z.object({ inUse: z.boolean() }))`select retired_at is null as "inUse" from data_keys order by id`,
    )
    expect(keys).toEqual([{ inUse: false }, { inUse: true }])
    await expectNoMarker()
    // Whatever else is ever encrypted with the master key belongs into `replaceMasterKey`: a box begins with its fingerprint.
    expect((await everyRow()).includes(`\\x01${old.fingerprint}`)).toBe(false)
    expect((await everyRow()).includes(`\\x01${next.fingerprint}`)).toBe(true)

    await writeFile(file, before)
    await expect(openMasterKey(world.config, world.db)).rejects.toThrow(/another master key.*nothing was changed/)
    await finishRotation(file, next.fingerprint)
    await writeFile(file, '')
    await rm(file)
    await expect(openMasterKey(world.config, world.db)).rejects.toThrow('it is not here')
    expect(await bound()).toEqual([{ fingerprint: next.fingerprint }])
  })

  it('is not put in the place of one that is not in force', async () => {
    const [one, two] = [masterKeyFrom(randomBytes(32)), masterKeyFrom(randomBytes(32))]
    const before = await bound()
    await expect(replaceMasterKey(world.db, one, two)).rejects.toThrow('replaced meanwhile; nothing was changed')
    await expect(replaceMasterKey(world.db, one, one)).rejects.toThrow('belongs to this master key already')
    expect(await bound()).toEqual(before)
  })

  it('that is the wrong one ends the start with a sentence before anything is touched', async () => {
    const config = { ...world.config, masterKey: randomBytes(32) }
    const keys = openDataKeys(world.db, () => openMasterKey(config, world.db))
    const count = async () => (await world.db.rows(sql`select from data_keys`)).length
    const before = await count()
    await expect(keys.inUse()).rejects.toThrow(/another master key than the one in MASTER_KEY/)
    expect(await count()).toBe(before)
  })
})

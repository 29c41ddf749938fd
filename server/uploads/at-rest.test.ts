// Encryption at rest: neither the database nor the files contain readable form answers or documents.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import sql, { raw } from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acknowledgment } from '../../tests/architecture/rights-forms.ts'
import { pdf } from '../../tests/samples.ts'
import { addDocument, filesOnDisk } from '../../tests/uploads.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { encryptAnswers } from '../hr-forms/stored-answers.ts'
import { openDataKeys } from '../kit/data-keys.ts'
import { newId } from '../kit/id.ts'
import { finishRotation, makeNextKey, masterKeyFile, masterKeyFrom, openMasterKey } from '../kit/master-key.ts'
import { storePendingSecret } from '../second-factor/codes.ts'
import { replaceMasterKey } from '../replace-master-key.ts'
import { encryptStored } from './encrypt-stored.ts'
import { typed, IdRow } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const marker = 'Zanzibarquartz'
const marked = () => Buffer.concat([pdf(), Buffer.from(`% ${marker}\n%%EOF\n`)])
const filesFolder = () => join(testApp.config.dataDir, 'files')

/** Every row of every table as text. */
async function everyRow(): Promise<string> {
  const tables = await testApp.db.rows(typed(z.object({ name: z.string() }))`
    select quote_ident(tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`)
  const rows: string[] = []
  for (const { name } of tables) {
    const found = await testApp.db
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

describe('I8: a stored file', () => {
  it('is encrypted, and is read back unchanged, completely and in ranges', async () => {
    const added = await addDocument(testApp.ann, testApp.folders.acme.id, { bytes: marked() })
    expect(added.status).toBe(201)
    const whole = await testApp.ann.get(added.body.objectPath)
    expect(whole.text).toContain(marker)
    expect(Number(whole.headers['content-length'])).toBe(marked().length)
    const start = marked().length - 20
    const range = await testApp.ann.get(added.body.objectPath, { range: `bytes=${start}-` })
    expect([range.status, range.text]).toEqual([206, marked().subarray(start).toString()])
    await expectNoMarker()
  })

  it('uploaded in parts is encrypted too, even before it is joined', async () => {
    const { uploadId } = (await testApp.sam.post('/api/companion/s3/multipart', { filename: 'a.pdf' })).body
    const part = await testApp.sam.get(`/api/companion/s3/multipart/${uploadId}/1?key=${uploadId}`)
    const sent = await testApp.sam.send({
      method: 'PUT',
      url: new URL(part.body.url).pathname + new URL(part.body.url).search,
      payload: marked(),
    })
    expect(sent.status).toBe(200)
    await expectNoMarker()
    const done = await testApp.sam.post(`/api/companion/s3/multipart/${uploadId}/complete?key=${uploadId}`, {
      parts: [{ PartNumber: 1, ETag: sent.headers.etag }],
    })
    expect(done.status).toBe(200)
    await expectNoMarker()
  })

  it('is not served if it was changed on disk', async () => {
    const added = await addDocument(testApp.ann, testApp.folders.acme.id, { bytes: marked() })
    const place = join(filesFolder(), 'objects', 'documents', added.body.id)
    const bytes = await readFile(place)
    bytes[100] = (bytes[100] ?? 0) ^ 1
    await writeFile(place, bytes)
    const { stream } = await testApp.context.files.read(`documents/${added.body.id}`)
    await expect(stream.toArray()).rejects.toThrow('changed or truncated')
  })

  it('remains readable from an earlier release, and is encrypted in place, even if that is repeated', async () => {
    const plain = filesOnDisk(filesFolder())
    const keys = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const key = `documents/${newId()}`
        await plain.put(key, Readable.from([marked()]), { limit: 10_000 })
        return key
      }),
    )
    const read = async (key: string) => Buffer.concat(await (await testApp.context.files.read(key)).stream.toArray())
    for (const key of keys) expect((await read(key)).equals(marked())).toBe(true)
    const { stream } = await testApp.context.files.read(keys[0] as string, { start: 0, end: 4 })
    expect(Buffer.concat(await stream.toArray()).toString()).toBe('%PDF-')
    expect((await everyFile()).includes(marker)).toBe(true)

    const [one, two] = await Promise.allSettled(
      [0, 1].map(() => encryptStored(testApp.db, testApp.context.store, testApp.context.dataKeys)),
    )
    expect([one?.status, two?.status]).toContain('fulfilled')
    await encryptStored(testApp.db, testApp.context.store, testApp.context.dataKeys)
    for (const key of keys) expect((await read(key)).equals(marked())).toBe(true)
    await expectNoMarker()
    expect(await encryptStored(testApp.db, testApp.context.store, testApp.context.dataKeys)).toBe(0)
  })
})

describe('I8: a stored form', () => {
  it('is encrypted as a submission, a draft, and a stored reply', async () => {
    const key = { 'idempotency-key': newId() }
    const given = { formType: 'handbook-acknowledgment', formData: { ...acknowledgment, department: marker } }
    const sent = await testApp.ann.post('/api/hr-forms', given, key)
    expect([sent.status, sent.text.includes(marker)]).toEqual([201, true])
    expect((await testApp.ann.post('/api/hr-forms', given, key)).text).toBe(sent.text)
    const draft = '/api/hr-forms/employment-application/draft'
    await testApp.ann.patch(draft, { formData: { firstName: marker } })
    expect((await testApp.ann.patch(draft, { formData: { lastName: 'B' } })).body.formData).toEqual({
      firstName: marker,
      lastName: 'B',
    })
    await expectNoMarker()

    const { submission } = sent.body
    const found = await testApp.ann.get(
      `/api/hr-form-submissions?q=${encodeURIComponent(submission.subjectName.slice(1, 4))}`,
    )
    expect(found.body.map(({ id }: { id: string }) => id)).toContain(submission.id)
    expect(found.text).toContain(marker)
    expect((await testApp.ann.get(`/api/hr-form-submissions?q=${marker}`)).body).toEqual([])
  })

  it('remains readable from an earlier release and is encrypted afterward', async () => {
    const id = newId()
    await testApp.db.run(sql`
      insert into hr_form_submissions (id, form_type, form_version, form_data, source, submitted_by_id, created_at, updated_at)
      values (${id}, 'handbook-acknowledgment', 1, ${JSON.stringify({ employeeName: marker })}, 'portal', ${testApp.people.ann.id}, now(), now())`)
    await testApp.db.run(sql`delete from hr_form_drafts`)
    await testApp.db.run(sql`
      insert into hr_form_drafts (user_id, form_type, form_data, saved_at)
      values (${testApp.people.ann.id}, 'employment-application', ${JSON.stringify({ firstName: marker })}, now())`)
    const look = async () => {
      expect((await testApp.ann.get(`/api/hr-form-submissions/${id}`)).body.formData).toEqual({ employeeName: marker })
      const draft = await testApp.ann.get('/api/hr-forms/employment-application/draft')
      expect(draft.body.formData).toEqual({ firstName: marker })
    }
    await look()
    await encryptAnswers(testApp.db, testApp.context.dataKeys)
    await encryptAnswers(testApp.db, testApp.context.dataKeys)
    await look()
    await expectNoMarker()
  })

  it('does not decrypt in another form’s row', async () => {
    const rows = await testApp.db.rows(typed(IdRow)`
      select id from hr_form_submissions where form_data_encrypted is not null order by id limit 2`)
    const [one, two] = rows.map(({ id }) => id)
    await testApp.db.run(sql`
      update hr_form_submissions set form_data_encrypted = (select form_data_encrypted from hr_form_submissions where id = ${two}) where id = ${one}`)
    expect((await testApp.alice.get(`/api/hr-form-submissions/${one}`)).status).toBe(500)
    await testApp.db.run(sql`delete from hr_form_submissions where id = ${one}`)
  })
})

describe('I8: a new master key', () => {
  const bound = () => testApp.db.rows(typed(z.object({ fingerprint: z.string() }))`select fingerprint from master_key`)

  it('decrypts stored data for the running portal and the next start; the previous key decrypts nothing', async () => {
    const added = await addDocument(testApp.ann, testApp.folders.acme.id, { bytes: marked() })
    await testApp.seal.ready()
    const file = masterKeyFile(testApp.config)
    const before = await readFile(file, 'utf8')
    const old = await testApp.context.masterKey()
    await testApp.db.transaction({ actorId: null, address: 'test', requestId: 'test' }, (tx) =>
      storePendingSecret(tx, old, testApp.people.sam.id),
    )
    const next = masterKeyFrom(await makeNextKey(file))
    expect(await replaceMasterKey(testApp.db, old, next)).toBeGreaterThan(2)
    // Interrupted before the key file was replaced: the next process that needs the key replaces it.
    expect(await readFile(file, 'utf8')).toBe(before)
    expect((await testApp.context.masterKey()).fingerprint).toBe(next.fingerprint)
    expect(existsSync(`${file}.next`)).toBe(false)
    expect(await readFile(join(dirname(file), `retired-${old.fingerprint}.key`), 'utf8')).toBe(before)

    const twin = await testApp.twin()
    for (const app of [testApp.app, twin.app]) {
      const got = await app.inject({ url: added.body.objectPath, headers: { cookie: testApp.ann.cookie ?? '' } })
      expect(createHash('sha256').update(got.rawPayload).digest('hex')).toBe(added.body.sha256)
    }
    await twin.seal.ready()
    expect((await addDocument(twin.caller(testApp.ann.cookie), testApp.folders.acme.id)).status).toBe(201)
    const keys = await testApp.db.rows(
      typed(z.object({ inUse: z.boolean() }))`select retired_at is null as "inUse" from data_keys order by id`,
    )
    expect(keys).toEqual([{ inUse: false }, { inUse: true }])
    await expectNoMarker()
    // Anything new that is encrypted with the master key must be added to `replaceMasterKey`; encrypted values begin
    // with its fingerprint.
    expect((await everyRow()).includes(`\\x01${old.fingerprint}`)).toBe(false)
    expect((await everyRow()).includes(`\\x01${next.fingerprint}`)).toBe(true)

    await writeFile(file, before)
    await expect(openMasterKey(testApp.config, testApp.db)).rejects.toThrow(/another master key.*Nothing was changed/)
    await finishRotation(file, next.fingerprint)
    await writeFile(file, '')
    await rm(file)
    await expect(openMasterKey(testApp.config, testApp.db)).rejects.toThrow('The master key is missing')
    expect(await bound()).toEqual([{ fingerprint: next.fingerprint }])
  })

  it('cannot replace a key other than the current one', async () => {
    const [one, two] = [masterKeyFrom(randomBytes(32)), masterKeyFrom(randomBytes(32))]
    const before = await bound()
    await expect(replaceMasterKey(testApp.db, one, two)).rejects.toThrow('replaced by someone else at the same time')
    await expect(replaceMasterKey(testApp.db, one, one)).rejects.toThrow('already uses this master key')
    expect(await bound()).toEqual(before)
  })

  it('ends the start with a sentence if it is wrong, before anything is changed', async () => {
    const config = { ...testApp.config, masterKey: randomBytes(32) }
    const keys = openDataKeys(testApp.db, () => openMasterKey(config, testApp.db))
    const count = async () => (await testApp.db.rows(sql`select from data_keys`)).length
    const before = await count()
    await expect(keys.inUse()).rejects.toThrow(/another master key than the one in MASTER_KEY/)
    expect(await count()).toBe(before)
  })
})

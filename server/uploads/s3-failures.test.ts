// An S3-compatible store that fails, differs, or stops responding: nothing is partly saved, and the portal recovers.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { s3Environment, startS3Server, type S3Server } from '../../tests/s3-server.ts'
import { pdf } from '../../tests/samples.ts'
import { hasSwift, startSwift, type Swift } from '../../tests/swift.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { addDocument, putBytes } from '../../tests/uploads.ts'
import { storeInS3 } from '../file-storage/files-in-s3.ts'
import type { S3Settings } from '../file-storage/file-store.ts'
import { newId } from '../kit/id.ts'
import { assertFilesIn } from './file-location.ts'

describe('H5: a failing store', () => {
  let store: S3Server
  let testApp: TestApp
  beforeAll(async () => {
    store = await startS3Server('portal')
    testApp = await createTestApp(s3Environment(store.settings))
    await assertFilesIn(testApp.db, testApp.context.store)
  })
  afterAll(async () => {
    await testApp.close()
    await store.stop()
  })
  afterEach(() => void (store.mood = 'well'))

  const unreachable = 'The portal can’t reach its files right now. Try again in a moment.'

  it.each(['silent', 'failing'] as const)(
    'replies 503 within five seconds when it is %s, and the same address works later',
    async (behavior) => {
      const { body } = await testApp.ann.post('/api/objects/upload')
      const added = await addDocument(testApp.ann, testApp.folders.acme.id)
      store.mood = behavior
      const began = performance.now()
      const [put, get, ready, health] = await Promise.all([
        putBytes(testApp.ann, body.uploadURL, pdf()),
        testApp.ann.get(added.body.objectPath),
        testApp.visitor.get('/readyz'),
        testApp.visitor.get('/healthz'),
      ])
      expect(performance.now() - began).toBeLessThan(5000)
      expect([put.status, put.body.message, get.status]).toEqual([503, unreachable, 503])
      expect([ready.status, ready.body.files, ready.body.database, health.status]).toEqual([
        503,
        'unreachable',
        'ok',
        200,
      ])
      expect((await testApp.ann.get(`/api/documents/${added.body.id}`)).status, 'what needs no file still works').toBe(
        200,
      )
      store.mood = 'well'
      expect((await putBytes(testApp.ann, body.uploadURL, pdf())).status).toBe(200)
      expect((await testApp.visitor.get('/readyz')).status).toBe(200)
    },
  )

  it('does not confirm an upload whose stored bytes differ', async () => {
    const { body } = await testApp.ann.post('/api/objects/upload')
    store.mood = 'damaging'
    expect((await putBytes(testApp.ann, body.uploadURL, pdf())).status).toBe(500)
    store.mood = 'well'
    expect((await putBytes(testApp.ann, body.uploadURL, pdf())).status).toBe(200)
  })

  it('fails the start with a clear error if it refuses the credentials, has no such bucket, or is unreachable', async () => {
    const at = (more: Partial<S3Settings>) =>
      assertFilesIn(testApp.db, { ...storeInS3({ ...store.settings, ...more }), name: testApp.context.store.name })
    await expect(at({ secretAccessKey: 'wrong' })).rejects.toThrow('The store refuses these S3 keys')
    await expect(at({ bucket: 'another' })).rejects.toThrow('The store has no bucket "another"')
    await expect(at({ endpoint: 'http://127.0.0.1:1' })).rejects.toThrow('can’t reach its files')
  })

  it('leaves parts of a killed write, which are swept', async () => {
    store.uploads.set('left', { key: 'objects/exports/x', at: new Date(Date.now() - 100_000), parts: new Map() })
    await testApp.context.files.sweep(new Date(Date.now() - 200_000))
    expect(store.uploads.size).toBe(1)
    await testApp.context.files.sweep(new Date())
    expect(store.uploads.size).toBe(0)
  })
})

describe.runIf(hasSwift)('H5: a frozen Swift store', () => {
  let swift: Swift
  beforeAll(async () => void (swift = await startSwift('frozen')), 120_000)
  afterAll(() => swift.stop())

  it('times out within five seconds in the middle of a file, and leaves nothing of it', async () => {
    const store = storeInS3(swift.settings)
    const key = `documents/${newId()}`
    async function* slowly() {
      yield Buffer.alloc(1_000_000)
      swift.freeze()
      for (let each = 0; each < 19; each++) yield Buffer.alloc(1_000_000)
    }
    const began = performance.now()
    await expect(store.write(key, slowly(), 20_000_000)).rejects.toMatchObject({ status: 503 })
    expect(performance.now() - began).toBeLessThan(5500)
    swift.thaw()
    await expect.poll(() => store.exists(key)).toBe(false)
    await store.check()
  })
})

// Sealing is killed at each of its steps and at random moments: when it is restarted it completes once, without loss or
// duplicates.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startStuckWorker } from '../../tests/stuck-worker.ts'
import { isSignedByHand, sealerOf } from '../../tests/seals.ts'
import { startSealing } from '../../tests/sealing.ts'
import { addDocument } from '../../tests/uploads.ts'
import { fixturePassword, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { sweepPdfs } from '../stored-pdfs/actions.ts'
import { filesOnDisk } from '../../tests/uploads.ts'
import { IdRow, typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())
beforeEach(() => testApp.db.run(sql`update uploads set created_at = created_at - interval '2 days'`))

const stored = () => readdir(join(testApp.config.dataDir, 'files/objects/papers')).catch((): string[] => [])

async function signed() {
  const { body } = await addDocument(testApp.sam, testApp.folders.acme.id, { requiresSignature: true })
  await testApp.ann.get(body.objectPath)
  const before = (await testApp.mail()).length
  const typedSignature = { consent: true, kind: 'typed', name: 'Ann Keller', password: fixturePassword }
  expect((await testApp.ann.post(`/api/documents/${body.id}/signature`, typedSignature)).status).toBe(201)
  const { id } = await testApp.db.one(typed(IdRow)`select id from signatures where entity_id = ${body.id}`)
  return { documentId: body.id as string, signatureId: id, emailsBefore: before }
}

/** The required end state, whatever happened before. */
async function expectSealedOnce({ documentId, emailsBefore }: Awaited<ReturnType<typeof signed>>) {
  const pdfs = await testApp.db.rows(
    typed(z.object({ kind: z.string() }))`select kind from archived_pdfs where entity_id = ${documentId} order by kind`,
  )
  expect(pdfs.map(({ kind }) => kind)).toEqual(['certificate', 'sealed'])
  const auditEntries = (await testApp.auditLog())
    .filter(({ entityId }) => entityId === documentId)
    .map(({ action }) => action)
  expect(auditEntries.filter((auditEntry) => auditEntry === 'document.signed')).toHaveLength(1)
  expect(auditEntries.filter((auditEntry) => auditEntry === 'document.sealed')).toHaveLength(1)
  expect((await testApp.mail()).slice(emailsBefore)).toHaveLength(2)
  for (const copy of ['signed', 'certificate']) {
    const url = `/api/documents/${documentId}/${copy}`
    const { statusCode, rawPayload } = await testApp.app.inject({ url, headers: { cookie: testApp.ann.cookie ?? '' } })
    expect([statusCode, isSignedByHand(rawPayload, await sealerOf(testApp.db))]).toEqual([200, true])
  }
}

async function expectNoOrphanPdfs() {
  const rows = await testApp.db.rows(typed(z.object({ key: z.string() }))`select storage_key as key from archived_pdfs`)
  const keys = rows.map(({ key }) => key.replace('papers/', ''))
  expect((await stored()).filter((name) => !keys.includes(name))).toEqual([])
  expect(await stored()).toEqual(expect.arrayContaining(keys))
}

/** A day later, when no process can still be about to write the row. */
async function sweepADayLater() {
  const tomorrow = { maybe: testApp.db.maybe, now: new Date(Date.now() + 25 * 3_600_000) } as typeof testApp.db
  await sweepPdfs(tomorrow, filesOnDisk(join(testApp.config.dataDir, 'files')))
}

describe('H1: sealing that is killed', () => {
  it.each(['printed', 'sealed', 'stored', 'written'] as const)(
    'is completed once after the PDFs were %s',
    async (step) => {
      const signing = await signed()
      const { ended } = await startSealing(testApp, signing.signatureId, step)
      expect(await ended).toMatchObject({ signal: 'SIGKILL' })
      // No one sees any of it yet.
      expect((await testApp.ann.get(`/api/documents/${signing.documentId}/signed`)).status).toBe(409)
      expect(await testApp.db.rows(sql`select from archived_pdfs where entity_id = ${signing.documentId}`)).toEqual([])
      await testApp.runJobs()
      await expectSealedOnce(signing)
      await sweepADayLater()
      await expectNoOrphanPdfs()
    },
  )

  it('is completed once in twenty kills at any moment', { timeout: 180_000 }, async () => {
    let cutOff = 0
    for (let round = 0; round < 20; round++) {
      const signing = await signed()
      const { child, ended } = await startSealing(testApp, signing.signatureId)
      const timer = setTimeout(() => child.kill('SIGKILL'), round * 30)
      const { signal } = await ended
      clearTimeout(timer)
      if (signal === 'SIGKILL') cutOff++
      await testApp.runJobs()
      await expectSealedOnce(signing)
    }
    expect(cutOff, 'the kills came in time').toBeGreaterThan(5)
    await sweepADayLater()
    await expectNoOrphanPdfs()
  })
})

describe('H1: two concurrent sealings', () => {
  it('seal it once, and the other leaves nothing behind', async () => {
    const signing = await signed()
    const both = await Promise.all([
      startSealing(testApp, signing.signatureId),
      startSealing(testApp, signing.signatureId),
    ])
    for (const { ended } of both) expect(await ended).toMatchObject({ code: 0 })
    await expectSealedOnce(signing)
    await expectNoOrphanPdfs()
    await testApp.runJobs()
    await expectSealedOnce(signing)
  })
})

it('H1: a signature left unsealed by a killed instance is sealed at the next start, though its job is still locked', async () => {
  const signing = await signed()
  const worker = await startStuckWorker(testApp.db.pool, 'seal-signature')
  await testApp.runJobs()
  expect((await testApp.ann.get(`/api/documents/${signing.documentId}/signed`)).status).toBe(409)
  await testApp.goLive()
  await expect.poll(async () => (await testApp.ann.get(`/api/documents/${signing.documentId}/signed`)).status).toBe(200)
  await worker.end()
  await expectSealedOnce(signing)
})

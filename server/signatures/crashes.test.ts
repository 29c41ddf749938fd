// The sealing is killed, at each of its steps and at any moment: begun again it ends once, and nothing is lost or doubled.
import { type ChildProcess, spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isSignedByHand, sealerOf } from '../../tests/seals.ts'
import type { ChildTask } from '../../tests/sealing-child.ts'
import { addDocument } from '../../tests/uploads.ts'
import { castPassword, createWorld, type World } from '../../tests/world.ts'
import { sweepPapers } from '../papers-kept/actions.ts'
import { filesOnDisk } from '../../tests/uploads.ts'
import { IdRow, typed } from '../kit/row-types.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(() => world.db.run(sql`update uploads set created_at = created_at - interval '2 days'`))

const stored = () => readdir(join(world.config.dataDir, 'files/objects/papers')).catch((): string[] => [])

async function signed() {
  const { body } = await addDocument(world.sam, world.folders.acme.id, { requiresSignature: true })
  await world.ann.get(body.objectPath)
  const before = (await world.mail()).length
  const typedSignature = { consent: true, kind: 'typed', name: 'Ann Keller', password: castPassword }
  expect((await world.ann.post(`/api/documents/${body.id}/signature`, typedSignature)).status).toBe(201)
  const { id } = await world.db.one(typed(IdRow)`select id from signatures where entity_id = ${body.id}`)
  return { documentId: body.id as string, signatureId: id, lettersBefore: before }
}

/** Starts a process of its own that seals; answers once it begins. */
async function startSealing(signatureId: string, dieAt: ChildTask['dieAt'] = null): Promise<Sealing> {
  const { host, port, user, database, connectionString } = world.db.pool.options as ChildTask['address']
  const address = connectionString === undefined ? { host, port, user, database } : { connectionString }
  const task = { address, dataDir: world.config.dataDir, signatureId, dieAt }
  const child = spawn(process.execPath, ['tests/sealing-child.ts', JSON.stringify(task)], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<Ended>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })))
  await new Promise<void>((resolve) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', () => resolve())
  })
  return { child, ended }
}

interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

interface Sealing {
  child: ChildProcess
  ended: Promise<Ended>
}

/** What must be so in the end, whatever happened on the way. */
async function expectSealedOnce({ documentId, lettersBefore }: Awaited<ReturnType<typeof signed>>) {
  const papers = await world.db.rows(
    typed(z.object({ kind: z.string() }))`select kind from papers where entity_id = ${documentId} order by kind`,
  )
  expect(papers.map(({ kind }) => kind)).toEqual(['certificate', 'sealed'])
  const deeds = (await world.trail()).filter(({ entityId }) => entityId === documentId).map(({ action }) => action)
  expect(deeds.filter((deed) => deed === 'document.signed')).toHaveLength(1)
  expect(deeds.filter((deed) => deed === 'document.sealed')).toHaveLength(1)
  expect((await world.mail()).slice(lettersBefore)).toHaveLength(2)
  for (const copy of ['signed', 'certificate']) {
    const url = `/api/documents/${documentId}/${copy}`
    const { statusCode, rawPayload } = await world.app.inject({ url, headers: { cookie: world.ann.cookie ?? '' } })
    expect([statusCode, isSignedByHand(rawPayload, await sealerOf(world.db))]).toEqual([200, true])
  }
}

async function expectNoStrayPapers() {
  const rows = await world.db.rows(typed(z.object({ key: z.string() }))`select storage_key as key from papers`)
  const kept = rows.map(({ key }) => key.replace('papers/', ''))
  expect((await stored()).filter((name) => !kept.includes(name))).toEqual([])
  expect(await stored()).toEqual(expect.arrayContaining(kept))
}

/** As a day later, when nobody can still be about to write the row. */
async function sweepADayLater() {
  const tomorrow = { maybe: world.db.maybe, now: new Date(Date.now() + 25 * 3_600_000) } as typeof world.db
  await sweepPapers(tomorrow, filesOnDisk(join(world.config.dataDir, 'files')))
}

describe('H1: killed', () => {
  it.each(['printed', 'sealed', 'stored', 'written'] as const)('when the papers are %s', async (step) => {
    const signing = await signed()
    const { ended } = await startSealing(signing.signatureId, step)
    expect(await ended).toMatchObject({ signal: 'SIGKILL' })
    // Nothing of it is seen by anybody yet.
    expect((await world.ann.get(`/api/documents/${signing.documentId}/signed`)).status).toBe(409)
    expect(await world.db.rows(sql`select from papers where entity_id = ${signing.documentId}`)).toEqual([])
    await world.runJobs()
    await expectSealedOnce(signing)
    await sweepADayLater()
    await expectNoStrayPapers()
  })

  it('at any moment, twenty times', { timeout: 180_000 }, async () => {
    let cutOff = 0
    for (let round = 0; round < 20; round++) {
      const signing = await signed()
      const { child, ended } = await startSealing(signing.signatureId)
      const timer = setTimeout(() => child.kill('SIGKILL'), round * 30)
      const { signal } = await ended
      clearTimeout(timer)
      if (signal === 'SIGKILL') cutOff++
      await world.runJobs()
      await expectSealedOnce(signing)
    }
    expect(cutOff, 'the kills came in time').toBeGreaterThan(5)
    await sweepADayLater()
    await expectNoStrayPapers()
  })
})

describe('H1: two at once', () => {
  it('seal it once, and the other leaves nothing behind', async () => {
    const signing = await signed()
    const both = await Promise.all([startSealing(signing.signatureId), startSealing(signing.signatureId)])
    for (const { ended } of both) expect(await ended).toMatchObject({ code: 0 })
    await expectSealedOnce(signing)
    await expectNoStrayPapers()
    await world.runJobs()
    await expectSealedOnce(signing)
  })
})

it('H1: what a killed instance left behind is sealed when one starts, though its job is still locked', async () => {
  const signing = await signed()
  await world.db.run(sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a killed instance'
    where payload->>'id' = ${signing.signatureId}`)
  await world.runJobs()
  expect((await world.ann.get(`/api/documents/${signing.documentId}/signed`)).status).toBe(409)
  await world.goLive()
  await expect
    .poll(async () => (await world.ann.get(`/api/documents/${signing.documentId}/signed`)).status, { timeout: 10_000 })
    .toBe(200)
  await expectSealedOnce(signing)
})

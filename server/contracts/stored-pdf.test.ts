import { createHash } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractInput, signContract } from '../../tests/contracts.ts'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { createTestApp, type Instance, type TestApp } from '../../tests/test-app.ts'
import { filesOnDisk } from '../../tests/uploads.ts'
import { storePdf, sweepPdfs } from '../stored-pdfs/actions.ts'
import { deliveriesStored, openedContract } from '../signatures/deliveries.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
let twin: Instance
beforeAll(async () => {
  testApp = await createTestApp()
  twin = await testApp.twin()
})
afterAll(() => testApp.close())

const make = async (more: Record<string, unknown> = {}) =>
  (await testApp.alice.post('/api/contracts', contractInput(testApp, more))).body as {
    id: string
    contractNumber: string
  }
const pathOf = ({ id }: { id: string }) => `/api/contracts/${id}`

async function fetched(caller: TestApp['alice'], contract: { id: string }, query = '', headers = {}) {
  const { app } = testApp
  const response = await app.inject({
    method: 'GET',
    url: `${pathOf(contract)}/pdf${query}`,
    headers: { ...(caller.cookie === null ? {} : { cookie: caller.cookie }), ...headers },
  })
  const bytes = response.rawPayload
  return { status: response.statusCode, headers: response.headers, bytes, sha256: hashOf(bytes) }
}
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const openedBy = async (who: 'ann' | 'sam', id: string) => {
  await deliveriesStored(testApp.people[who].id)
  return openedContract(testApp.db, testApp.people[who].id, id)
}
const opens = async (id: string) =>
  (await testApp.auditLog()).filter(({ action, entityId }) => action === 'contract.opened' && entityId === id)

describe('the PDF of a contract', () => {
  it('contains its text and is accessible', async () => {
    const services = [{ name: 'Employee handbook', hours: 12.5, rate: 12_050 }]
    const contract = await make({
      services,
      totalValue: null,
      terms: 'Notice: 30 days.',
      clientCompany: 'Zoë & Łucja LLC',
    })
    const { status, headers, bytes } = await fetched(testApp.ann, contract)
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(headers['content-disposition']).toContain(`${contract.contractNumber}.pdf`)
    const text = (await textOf(bytes)).replace(/\s+/g, ' ')
    for (const words of [
      contract.contractNumber,
      'Employee handbook',
      '12.5',
      '$120.50',
      '$1,506.25',
      'Notice: 30 days.',
      'Zoë & Łucja LLC',
      'Ann Keller',
    ])
      expect(text).toContain(words)
    expect(await checkAccessible(bytes)).toEqual([])
  })

  it('is rendered once, with the same bytes for every concurrent reader', async () => {
    const contract = await make()
    const callers = [testApp.ann, testApp.sam, testApp.alice, testApp.mona]
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, n) => fetched(callers[n % 4] as TestApp['alice'], contract)),
    )
    expect(new Set(all.map(({ sha256 }) => sha256)).size).toBe(1)
    expect(all[0]?.headers.etag).toBe(`"${all[0]?.sha256}"`)
    const rows = await testApp.db.rows(typed(z.object({ sha256: z.string(), version: z.number(), key: z.string() }))`
      select sha256, entity_version as version, storage_key as key from archived_pdfs where entity_id = ${contract.id}`)
    expect(rows).toEqual([{ sha256: all[0]?.sha256, version: 1, key: expect.stringMatching(/^papers\//) }])
    const files = filesOnDisk(join(testApp.config.dataDir, 'files'))
    const named = await testApp.db.rows(
      typed(z.object({ key: z.string() }))`select storage_key as key from archived_pdfs`,
    )
    const kept: string[] = []
    for await (const { key } of files.list('papers')) kept.push(key)
    expect(kept.toSorted(), 'what lost the race is gone').toEqual(named.map(({ key }) => key).toSorted())
  })

  it('is the same on another instance', async () => {
    const contract = await make()
    const get = (app: TestApp['app']) =>
      app.inject({ method: 'GET', url: `${pathOf(contract)}/pdf`, headers: { cookie: testApp.ann.cookie ?? '' } })
    const [here, there] = await Promise.all([get(testApp.app), get(twin.app)])
    expect(hashOf(here.rawPayload)).toBe(hashOf(there.rawPayload))
  })

  it('is rendered again after an edit, and the older one is unchanged', async () => {
    const contract = await make()
    const first = await fetched(testApp.ann, contract)
    await testApp.alice.put(pathOf(contract), { terms: 'Quite other terms.' })
    const second = await fetched(testApp.ann, contract)
    expect(second.sha256).not.toBe(first.sha256)
    expect(await textOf(second.bytes)).toContain('Quite other terms.')
    const kept = await testApp.db.rows(typed(z.object({ sha256: z.string() }))`
      select sha256 from archived_pdfs where entity_id = ${contract.id} order by entity_version`)
    expect(kept.map(({ sha256 }) => sha256)).toEqual([first.sha256, second.sha256])
  })

  it('is unchanged by signing and completing, which render no new one', async () => {
    const contract = await make()
    const shown = await fetched(testApp.ann, contract)
    expect((await signContract(testApp, contract.id)).status).toBe(201)
    expect((await fetched(testApp.ann, contract)).sha256).toBe(shown.sha256)
    await testApp.alice.patch(`${pathOf(contract)}/status`, { status: 'completed' })
    expect((await fetched(testApp.sam, contract, '?original=')).sha256).toBe(shown.sha256)
  })

  it('is replaced by the sealed one, and the original remains available', async () => {
    const contract = await make()
    const original = await fetched(testApp.ann, contract)
    const files = filesOnDisk(join(testApp.config.dataDir, 'files'))
    const sealed = await storePdf(files, Buffer.from('%PDF-1.7 sealed'))
    await testApp.db.run(sql`
      insert into archived_pdfs (id, entity_type, entity_id, kind, storage_key, size, sha256, created_at)
      values (gen_random_uuid(), 'contracts', ${contract.id}, 'sealed', ${sealed.storageKey}, ${sealed.size}, ${sealed.sha256}, now())`)
    expect((await fetched(testApp.ann, contract)).bytes.toString()).toBe('%PDF-1.7 sealed')
    expect((await fetched(testApp.ann, contract, '?original')).sha256).toBe(original.sha256)
    expect((await opens(contract.id)).map(({ details }) => details.kind)).toEqual(['original', 'sealed', 'original'])
  })

  it('is not found by people who may not see the contract', async () => {
    const contract = await make()
    for (const [caller, status] of [
      [testApp.sue, 404],
      [testApp.eve, 404],
      [testApp.visitor, 401],
    ] as const)
      expect((await fetched(caller, contract)).status).toBe(status)
    expect(await opens(contract.id)).toEqual([])
    expect((await fetched(testApp.alice, { id: '01890000-0000-7000-8000-00000000ffff' })).status).toBe(404)
  })
})

describe('opening a contract', () => {
  it('means downloading the PDF of its current text', async () => {
    const contract = await make()
    expect(await openedBy('ann', contract.id)).toBeNull()
    await fetched(testApp.sam, contract)
    await testApp.ann.get(pathOf(contract))
    await testApp.ann.send({ method: 'HEAD', url: `${pathOf(contract)}/pdf` })
    expect(await openedBy('ann', contract.id), 'another’s reading, the page and a HEAD are none').toBeNull()
    const { sha256 } = await fetched(testApp.ann, contract)
    expect(await openedBy('ann', contract.id)).toEqual({ sha256, at: expect.any(Date) })
    await testApp.alice.put(pathOf(contract), { terms: 'Other terms' })
    expect(await openedBy('ann', contract.id), 'an older text is none').toBeNull()
    await fetched(testApp.ann, contract)
    expect((await openedBy('ann', contract.id))?.sha256).not.toBe(sha256)
  })

  it('is audited once for each download, however many ranges it takes', async () => {
    const contract = await make()
    const { bytes } = await fetched(testApp.ann, contract)
    for (const range of ['bytes=100-199', 'bytes=200-299']) {
      const part = await fetched(testApp.ann, contract, '', { range })
      expect([part.status, part.bytes.length]).toEqual([206, 100])
    }
    expect(await opens(contract.id)).toHaveLength(1)
    testApp.pass({ minutes: 11 })
    await fetched(testApp.ann, contract, '', { range: 'bytes=100-199' })
    expect(await opens(contract.id)).toHaveLength(2)
    expect((await opens(contract.id))[0]?.details).toEqual({ version: 1, kind: 'original', sha256: hashOf(bytes) })
  })
})

describe('PDFs whose row was never written', () => {
  it('are deleted after a day, and no others', async () => {
    const contract = await make()
    const { sha256 } = await fetched(testApp.ann, contract)
    const folder = join(testApp.config.dataDir, 'files')
    const files = filesOnDisk(folder)
    const lost = await storePdf(files, Buffer.from('lost'))
    const fresh = await storePdf(files, Buffer.from('fresh'))
    const aWeekAgo = new Date(testApp.db.now.getTime() - 7 * 86_400_000)
    for await (const { key } of files.list('papers'))
      if (key !== fresh.storageKey) await utimes(join(folder, 'objects', key), aWeekAgo, aWeekAgo)
    await sweepPdfs(testApp.db, files)
    expect(await files.exists(lost.storageKey)).toBe(false)
    expect(await files.exists(fresh.storageKey)).toBe(true)
    expect((await fetched(testApp.ann, contract)).sha256).toBe(sha256)
  })
})

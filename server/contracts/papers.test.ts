import { createHash } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractInput, signContract } from '../../tests/contracts.ts'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { createWorld, type Instance, type World } from '../../tests/world.ts'
import { filesOnDisk } from '../../tests/uploads.ts'
import { storePaper, sweepPapers } from '../papers-kept/actions.ts'
import { deliveriesStored, openedContract } from '../signatures/deliveries.ts'
import { typed } from '../kit/row-types.ts'

let world: World
let twin: Instance
beforeAll(async () => {
  world = await createWorld()
  twin = await world.twin()
})
afterAll(() => world.close())

const make = async (more: Record<string, unknown> = {}) =>
  (await world.alice.post('/api/contracts', contractInput(world, more))).body as { id: string; contractNumber: string }
const pathOf = ({ id }: { id: string }) => `/api/contracts/${id}`

async function fetched(caller: World['alice'], contract: { id: string }, query = '', headers = {}) {
  const { app } = world
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
  await deliveriesStored(world.people[who].id)
  return openedContract(world.db, world.people[who].id, id)
}
const opens = async (id: string) =>
  (await world.trail()).filter(({ action, entityId }) => action === 'contract.opened' && entityId === id)

describe('the paper of a contract', () => {
  it('says what stands in it, and can be read by everybody', async () => {
    const services = [{ name: 'Employee handbook', hours: 12.5, rate: 12_050 }]
    const contract = await make({
      services,
      totalValue: null,
      terms: 'Notice: 30 days.',
      clientCompany: 'Zoë & Łucja LLC',
    })
    const { status, headers, bytes } = await fetched(world.ann, contract)
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

  it('is printed once and stays the same bytes, whoever asks and however many at once', async () => {
    const contract = await make()
    const callers = [world.ann, world.sam, world.alice, world.mona]
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, n) => fetched(callers[n % 4] as World['alice'], contract)),
    )
    expect(new Set(all.map(({ sha256 }) => sha256)).size).toBe(1)
    expect(all[0]?.headers.etag).toBe(`"${all[0]?.sha256}"`)
    const rows = await world.db.rows(typed(z.object({ sha256: z.string(), version: z.number(), key: z.string() }))`
      select sha256, entity_version as version, storage_key as key from papers where entity_id = ${contract.id}`)
    expect(rows).toEqual([{ sha256: all[0]?.sha256, version: 1, key: expect.stringMatching(/^papers\//) }])
    const files = filesOnDisk(join(world.config.dataDir, 'files'))
    const named = await world.db.rows(typed(z.object({ key: z.string() }))`select storage_key as key from papers`)
    const kept: string[] = []
    for await (const { key } of files.list('papers')) kept.push(key)
    expect(kept.toSorted(), 'what lost the race is gone').toEqual(named.map(({ key }) => key).toSorted())
  })

  it('is the same on another instance', async () => {
    const contract = await make()
    const get = (app: World['app']) =>
      app.inject({ method: 'GET', url: `${pathOf(contract)}/pdf`, headers: { cookie: world.ann.cookie ?? '' } })
    const [here, there] = await Promise.all([get(world.app), get(twin.app)])
    expect(hashOf(here.rawPayload)).toBe(hashOf(there.rawPayload))
  })

  it('is printed anew after an edit; the older one stays as it was', async () => {
    const contract = await make()
    const first = await fetched(world.ann, contract)
    await world.alice.put(pathOf(contract), { terms: 'Quite other terms.' })
    const second = await fetched(world.ann, contract)
    expect(second.sha256).not.toBe(first.sha256)
    expect(await textOf(second.bytes)).toContain('Quite other terms.')
    const kept = await world.db.rows(typed(z.object({ sha256: z.string() }))`
      select sha256 from papers where entity_id = ${contract.id} order by entity_version`)
    expect(kept.map(({ sha256 }) => sha256)).toEqual([first.sha256, second.sha256])
  })

  it('stays what it was through signing and completing, and asks for no other', async () => {
    const contract = await make()
    const shown = await fetched(world.ann, contract)
    expect((await signContract(world, contract.id)).status).toBe(201)
    expect((await fetched(world.ann, contract)).sha256).toBe(shown.sha256)
    await world.alice.patch(`${pathOf(contract)}/status`, { status: 'completed' })
    expect((await fetched(world.sam, contract, '?original=')).sha256).toBe(shown.sha256)
  })

  it('gives way to the sealed one once that is there; the original stays to be had', async () => {
    const contract = await make()
    const original = await fetched(world.ann, contract)
    const files = filesOnDisk(join(world.config.dataDir, 'files'))
    const sealed = await storePaper(files, Buffer.from('%PDF-1.7 sealed'))
    await world.db.run(sql`
      insert into papers (id, entity_type, entity_id, kind, storage_key, size, sha256, created_at)
      values (gen_random_uuid(), 'contracts', ${contract.id}, 'sealed', ${sealed.storageKey}, ${sealed.size}, ${sealed.sha256}, now())`)
    expect((await fetched(world.ann, contract)).bytes.toString()).toBe('%PDF-1.7 sealed')
    expect((await fetched(world.ann, contract, '?original')).sha256).toBe(original.sha256)
    expect((await opens(contract.id)).map(({ details }) => details.kind)).toEqual(['original', 'sealed', 'original'])
  })

  it('is not for those who may not see the contract', async () => {
    const contract = await make()
    for (const [caller, status] of [
      [world.sue, 404],
      [world.eve, 404],
      [world.visitor, 401],
    ] as const)
      expect((await fetched(caller, contract)).status).toBe(status)
    expect(await opens(contract.id)).toEqual([])
    expect((await fetched(world.alice, { id: '01890000-0000-7000-8000-00000000ffff' })).status).toBe(404)
  })
})

describe('to have opened a contract', () => {
  it('is to have fetched the paper of its present text', async () => {
    const contract = await make()
    expect(await openedBy('ann', contract.id)).toBeNull()
    await fetched(world.sam, contract)
    await world.ann.get(pathOf(contract))
    await world.ann.send({ method: 'HEAD', url: `${pathOf(contract)}/pdf` })
    expect(await openedBy('ann', contract.id), 'another’s reading, the page and a HEAD are none').toBeNull()
    const { sha256 } = await fetched(world.ann, contract)
    expect(await openedBy('ann', contract.id)).toEqual({ sha256, at: expect.any(Date) })
    await world.alice.put(pathOf(contract), { terms: 'Other terms' })
    expect(await openedBy('ann', contract.id), 'an older text is none').toBeNull()
    await fetched(world.ann, contract)
    expect((await openedBy('ann', contract.id))?.sha256).not.toBe(sha256)
  })

  it('stands in the trail once for each fetch, however many ranges it took', async () => {
    const contract = await make()
    const { bytes } = await fetched(world.ann, contract)
    for (const range of ['bytes=100-199', 'bytes=200-299']) {
      const part = await fetched(world.ann, contract, '', { range })
      expect([part.status, part.bytes.length]).toEqual([206, 100])
    }
    expect(await opens(contract.id)).toHaveLength(1)
    world.pass({ minutes: 11 })
    await fetched(world.ann, contract, '', { range: 'bytes=100-199' })
    expect(await opens(contract.id)).toHaveLength(2)
    expect((await opens(contract.id))[0]?.details).toEqual({ version: 1, kind: 'original', sha256: hashOf(bytes) })
  })
})

describe('papers whose row never came', () => {
  it('are swept after a day, and no others', async () => {
    const contract = await make()
    const { sha256 } = await fetched(world.ann, contract)
    const folder = join(world.config.dataDir, 'files')
    const files = filesOnDisk(folder)
    const lost = await storePaper(files, Buffer.from('lost'))
    const fresh = await storePaper(files, Buffer.from('fresh'))
    const aWeekAgo = new Date(world.db.now.getTime() - 7 * 86_400_000)
    for await (const { key } of files.list('papers'))
      if (key !== fresh.storageKey) await utimes(join(folder, 'objects', key), aWeekAgo, aWeekAgo)
    await sweepPapers(world.db, files)
    expect(await files.exists(lost.storageKey)).toBe(false)
    expect(await files.exists(fresh.storageKey)).toBe(true)
    expect((await fetched(world.ann, contract)).sha256).toBe(sha256)
  })
})

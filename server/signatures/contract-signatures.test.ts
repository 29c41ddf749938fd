// Signing contracts: by whom, after what, once; and the one sealed paper that comes of it.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { whenTaken } from '../../tests/again.ts'
import { bytesOf, expectRowsOfPapers, expectSealed, storedPapers } from '../../tests/sealed.ts'
import { drawn, typedSignature } from '../../tests/signatures.ts'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { contractInput } from '../../tests/contracts.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'
import { typed } from '../kit/row-types.ts'

let world: World
let leftBefore: string[]
beforeAll(async () => {
  world = await createWorld()
  leftBefore = await storedPapers(world)
})
afterAll(() => world.close())
beforeEach(() => world.db.run(sql`update uploads set created_at = created_at - interval '2 days'`))

async function signedContract(signature: object = typedSignature, more: Record<string, unknown> = {}) {
  const { body } = await world.alice.post('/api/contracts', contractInput(world, more))
  const path = `/api/contracts/${body.id}`
  const original = await bytesOf(world, `${path}/pdf`)
  const answer = await world.ann.post(`${path}/signature`, signature)
  expect(answer.status, answer.text).toBe(201)
  return { id: body.id as string, number: body.contractNumber as string, path, original }
}

describe('a signed contract', () => {
  it('is one sealed paper with its signature and its certificate; the original stays as it was read', async () => {
    const { id, number, path, original } = await signedContract()
    expect((await world.ann.get(path)).body).toMatchObject({
      status: 'active',
      signedAt: expect.any(String),
      signature: { signerName: 'Ann Keller', sealedAt: null },
    })
    await world.runJobs()
    expect((await world.ann.get(path)).body.signature.sealedAt).toEqual(expect.any(String))
    const sealed = await bytesOf(world, `${path}/pdf`)
    await expectSealed(world, sealed, 'contract')
    expect(await checkAccessible(sealed)).toEqual([])
    const text = await textOf(sealed)
    const { shown } = await world.db.one(
      typed(z.object({ shown: z.string() }))`select shown_sha256 as shown from signatures where entity_id = ${id}`,
    )
    for (const fact of [
      number,
      'Signed electronically',
      'Ann M. Keller',
      'Made the contract',
      'Opened the contract',
      shown,
    ])
      expect(text).toContain(fact)
    expect((await bytesOf(world, `${path}/pdf?original=1`)).equals(original)).toBe(true)
    const line = (await world.trail()).find(({ action, entityId }) => action === 'contract.sealed' && entityId === id)
    expect(line?.details.papers).toHaveLength(1)
  })

  it('drawn passes for accessible as well', async () => {
    const { path } = await signedContract(drawn)
    await world.runJobs()
    const sealed = await bytesOf(world, `${path}/pdf`)
    expect(await checkAccessible(sealed)).toEqual([])
    await expectSealed(world, sealed, 'contract')
  })

  it('is told to the client, the staff member and the administrator who made it, and read as signed after it ended', async () => {
    const before = (await world.mail()).length
    const { path } = await signedContract()
    const told = (await world.mail())
      .slice(before)
      .filter(({ subject }) => /signed/.test(subject) && !/waiting/.test(subject))
    expect(told.map(({ to }) => to).toSorted()).toEqual(['alice@example.com', 'ann@example.com', 'sam@example.com'])
    await world.alice.patch(`${path}/status`, { status: 'terminated', reason: 'Over' })
    await world.runJobs()
    expect(await textOf(await bytesOf(world, `${path}/pdf`))).not.toContain('Terminated')
  })

  it('cannot be changed by any call', async () => {
    const { path, id } = await signedContract()
    await world.runJobs()
    const sealed = await bytesOf(world, `${path}/pdf`)
    for (const who of [world.alice, world.mona]) {
      expect((await who.put(path, { terms: 'Others' })).status).toBe(409)
      expect((await who.patch(`${path}/status`, { status: 'cancelled' })).status).toBe(409)
    }
    expect((await world.sam.put(path, { terms: 'Others' })).status).toBe(403)
    expect((await world.ann.put(path, { terms: 'Others' })).status).toBe(403)
    expect((await world.ann.post(`${path}/refusal`, { reason: 'Late' })).status).toBe(409)
    await world.alice.patch(`${path}/status`, { status: 'completed' })
    expect((await bytesOf(world, `${path}/pdf`)).equals(sealed)).toBe(true)
    expect(await world.db.rows(sql`select from signatures where entity_id = ${id}`)).toHaveLength(1)
  })
})

describe('a contract is not signed', () => {
  const draft = async () => {
    const { body } = await world.alice.post('/api/contracts', contractInput(world))
    return `/api/contracts/${body.id}`
  }
  const sign = (who: Caller, path: string) => who.post(`${path}/signature`, typedSignature)

  it('by anybody but the client of its folder', async () => {
    const path = await draft()
    for (const who of [world.sam, world.alice, world.mona]) {
      await who.get(`${path}/pdf`)
      expect((await sign(who, path)).status).toBe(403)
    }
    for (const who of [world.sue, world.eve]) expect((await sign(who, path)).status).toBe(404)
    expect((await sign(world.visitor, path)).status).toBe(401)
  })

  it('before its PDF was opened, nor after its text changed since', async () => {
    const path = await draft()
    const sentence = 'Open the contract as it is now and read it to the end before you sign.'
    const unread = await sign(world.ann, path)
    expect([unread.status, unread.body.message]).toEqual([409, sentence])
    await world.ann.get(`${path}/pdf`)
    expect((await world.alice.put(path, { terms: 'Net 15.' })).status).toBe(200)
    const older = await sign(world.ann, path)
    expect([older.status, older.body.message]).toEqual([409, sentence])
    await world.ann.get(`${path}/pdf?original=1`)
    expect((await sign(world.ann, path)).status).toBe(201)
    await world.runJobs()
    expect(await textOf(await bytesOf(world, `${path}/pdf`))).toContain('Net 15.')
  })

  it('twice, nor ten times at once', async () => {
    const path = await draft()
    await world.ann.get(`${path}/pdf`)
    const answers = await Promise.all(Array.from({ length: 10 }, () => whenTaken(() => sign(world.ann, path))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  it('after it was declined, with its reason, or cancelled', async () => {
    const declined = await draft()
    await world.ann.get(`${declined}/pdf`)
    const answer = await world.ann.post(`${declined}/refusal`, { reason: 'Too dear.' })
    expect([answer.status, answer.body.status, answer.body.reason]).toEqual([201, 'declined', 'Too dear.'])
    expect((await sign(world.ann, declined)).body.message).toBe('This contract was declined. Please make a new one.')
    const cancelled = await draft()
    await world.ann.get(`${cancelled}/pdf`)
    await world.alice.patch(`${cancelled}/status`, { status: 'cancelled' })
    expect((await sign(world.ann, cancelled)).status).toBe(409)
    expect((await world.sam.post(`${cancelled}/refusal`, { reason: 'x' })).status).toBe(403)
    expect((await world.ann.post(`${await draft()}/refusal`, { reason: ' ' })).status).toBe(400)
  })

  it('and cancelled at once: one of them', async () => {
    for (let i = 0; i < 6; i++) {
      const path = await draft()
      await world.ann.get(`${path}/pdf`)
      const [signing, cancelling, editing] = await Promise.all([
        sign(world.ann, path),
        world.alice.patch(`${path}/status`, { status: 'cancelled' }),
        world.mona.put(path, { terms: 'Others' }),
      ])
      const { status } = (await world.alice.get(path)).body
      expect(status).toBe(signing.status === 201 ? 'active' : 'cancelled')
      expect([signing.status, cancelling.status].filter((each) => each < 300)).toHaveLength(1)
      expect([200, 409]).toContain(editing.status)
    }
  })
})

it('every stored paper has its row, and every row its paper', () => expectRowsOfPapers(world, leftBefore))

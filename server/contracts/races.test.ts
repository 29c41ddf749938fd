// Two at once on one contract: one of them gets it, the other a kind answer. And many at once: each gets a number of its own.
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whenTaken } from '../../tests/again.ts'
import { contractInput, proposalIn } from '../../tests/contracts.ts'
import { castPassword, type Answer, createWorld, type Instance, type World } from '../../tests/world.ts'
import { typed } from '../kit/row-types.ts'

let world: World
let twin: Instance
beforeAll(async () => {
  world = await createWorld()
  twin = await world.twin()
})
afterAll(() => world.close())

const make = async (more: Record<string, unknown> = {}) =>
  (await world.alice.post('/api/contracts', contractInput(world, more))).body as { id: string }
const pathOf = ({ id }: { id: string }) => `/api/contracts/${id}`
const statusOf = async (contract: { id: string }) => (await world.alice.get(pathOf(contract))).body.status as string

type Act = (contract: { id: string }) => Promise<number>

const answered = async (answer: Promise<Answer>) => (await answer).status
const onTwin = () => twin.caller(world.alice.cookie)

/** What it takes beforehand is to have opened the paper. */
const opened = async () => {
  const contract = await make()
  await world.ann.get(`${pathOf(contract)}/pdf`)
  return contract
}
const sign: Act = (contract) =>
  answered(
    world.ann.post(`${pathOf(contract)}/signature`, {
      consent: true,
      kind: 'typed',
      name: 'Ann Keller',
      password: castPassword,
    }),
  )

const acts: Record<string, Act> = {
  sign,
  cancel: (contract) => answered(onTwin().patch(`${pathOf(contract)}/status`, { status: 'cancelled' })),
  decline: (contract) =>
    answered(world.ann.patch(`${pathOf(contract)}/status`, { status: 'declined', reason: 'Too dear' })),
  edit: (contract) => answered(world.mona.put(pathOf(contract), { terms: 'Other terms' })),
  complete: (contract) => answered(world.alice.patch(`${pathOf(contract)}/status`, { status: 'completed' })),
  terminate: (contract) => answered(onTwin().patch(`${pathOf(contract)}/status`, { status: 'terminated' })),
}

const drafts = ['sign', 'cancel', 'decline'] as const
const pairs = [
  ...drafts.flatMap((a) => drafts.filter((b) => a < b).map((b) => [a, b] as const)),
  ...drafts.map((a) => [a, a] as const),
]
const ends = {
  sign: 'active',
  cancel: 'cancelled',
  decline: 'declined',
  complete: 'completed',
  terminate: 'terminated',
}

describe('G4: at once', () => {
  it.each(pairs)('%s and %s: one of them', async (a, b) => {
    for (let i = 0; i < 6; i++) {
      const contract = await opened()
      const [first, second] = await Promise.all([acts[a]?.(contract), acts[b]?.(contract)])
      const won = [first, second].map((status) => (status ?? 500) < 300)
      expect(won.filter(Boolean), `${first} ${second}`).toHaveLength(1)
      expect([first, second]).toContain(409)
      expect(await statusOf(contract)).toBe(ends[won[0] ? a : b])
    }
  })

  it('completed and terminated: one of them', async () => {
    for (let i = 0; i < 6; i++) {
      const contract = await opened()
      await sign(contract)
      const [first, second] = await Promise.all([acts.complete?.(contract), acts.terminate?.(contract)])
      expect(new Set([first, second])).toEqual(new Set([200, 409]))
      expect(await statusOf(contract)).toBe(first === 200 ? 'completed' : 'terminated')
    }
  })

  it('an edit and a signature: one of them, for what was opened is not what stands there then', async () => {
    for (let i = 0; i < 6; i++) {
      const contract = await opened()
      const [edited, signed] = await Promise.all([acts.edit?.(contract), sign(contract)])
      expect([
        [200, 409],
        [409, 201],
      ]).toContainEqual([edited, signed])
      const { terms, status } = (await world.alice.get(pathOf(contract))).body
      expect([terms === 'Other terms', status]).toEqual(signed === 201 ? [false, 'active'] : [true, 'draft'])
    }
  })

  it.each(['cancel', 'decline'] as const)('an edit and a %s: no text changes after it', async (name) => {
    for (let i = 0; i < 6; i++) {
      const contract = await make()
      const [edited, moved] = await Promise.all([acts.edit?.(contract), acts[name]?.(contract)])
      expect([edited, moved]).toEqual([expect.toBeOneOf([200, 409]), 200])
      const trail = (await world.trail())
        .filter(({ action, entityId }) => entityId === contract.id && action.startsWith('contract.'))
        .map(({ action }) => action)
      expect(trail.at(-1)).toBe(`contract.${ends[name]}`)
      const { terms, textVersion, version } = (await world.alice.get(pathOf(contract))).body
      expect([terms === 'Other terms', textVersion, version]).toEqual(edited === 200 ? [true, 2, 3] : [false, 1, 2])
    }
  })

  it('twenty edits of one version are one edit', async () => {
    const contract = await make()
    const put = (n: number) =>
      (n % 2 ? world.alice : onTwin()).put(pathOf(contract), { terms: `Terms ${n}` }, { 'if-match': '"1"' })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => whenTaken(() => put(n))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19)
  })

  it('ten contracts from one proposal are one', async () => {
    const id = await proposalIn(world, 'approved')
    const step = (n: number) => (n % 2 ? world.mona : onTwin()).post(`/api/proposals/${id}/contract`, {})
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => step(n)))
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    for (const { status, body } of answers.filter(({ status: each }) => each !== 201))
      expect([status, body.message]).toEqual([409, expect.stringContaining(made[0]?.body.contractNumber)])
  })

  it('a folder is archived or gets a contract, not both in the wrong order', async () => {
    for (let i = 0; i < 6; i++) {
      const input = { name: 'Race', services: 'x', assignedStaffId: world.people.sam.id }
      const { id } = (await world.alice.post('/api/client-folders', input)).body
      const [archived, made] = await Promise.all([
        world.alice.patch(`/api/client-folders/${id}`, { status: 'archived' }).then(async ({ status }) => {
          expect(status).toBe(200)
          return (await world.alice.get(`/api/contracts?clientFolderId=${id}`)).body.length as number
        }),
        onTwin().post('/api/contracts', contractInput(world, { clientFolderId: id })),
      ])
      expect([201, 409]).toContain(made.status)
      expect((await world.alice.get(`/api/contracts?clientFolderId=${id}`)).body).toHaveLength(archived)
    }
  })

  it('G3: two hundred contracts on two instances have two hundred numbers in a row', async () => {
    const before = await world.db.one(
      typed(z.object({ last: z.number() }))`select max(last) as last from number_series where series = 'PROHR'`,
    )
    const post = (n: number) =>
      (n % 2 ? world.alice : onTwin()).post('/api/contracts', contractInput(world), {
        'idempotency-key': `contract ${n}`,
      })
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => whenTaken(() => post(n))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const counts = answers.map(({ body }) => Number(body.contractNumber.slice(13))).toSorted((a, b) => a - b)
    expect(counts).toEqual(Array.from({ length: 200 }, (_, n) => before.last + 1 + n))
  })

  it('G3: a number that two want is one’s', async () => {
    const wanted = contractInput(world, { contractNumber: 'PROHR-202501-050' })
    const answers = await Promise.all([
      world.alice.post('/api/contracts', wanted),
      onTwin().post('/api/contracts', wanted),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  })
})

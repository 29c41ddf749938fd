// Concurrent requests on one contract: one succeeds, and the other gets a clear refusal. Concurrent creation gives each
// contract its own number.
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whenTaken } from '../../tests/when-taken.ts'
import { contractInput, proposalIn } from '../../tests/contracts.ts'
import { fixturePassword, type Answer, createTestApp, type Instance, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
let twin: Instance
beforeAll(async () => {
  testApp = await createTestApp()
  twin = await testApp.twin()
})
afterAll(() => testApp.close())

const make = async (more: Record<string, unknown> = {}) =>
  (await testApp.alice.post('/api/contracts', contractInput(testApp, more))).body as { id: string }
const pathOf = ({ id }: { id: string }) => `/api/contracts/${id}`
const statusOf = async (contract: { id: string }) => (await testApp.alice.get(pathOf(contract))).body.status as string

type Act = (contract: { id: string }) => Promise<number>

const answered = async (answer: Promise<Answer>) => (await answer).status
const onTwin = () => twin.caller(testApp.alice.cookie)

/** The client must have opened the document before signing. */
const opened = async () => {
  const contract = await make()
  await testApp.ann.get(`${pathOf(contract)}/pdf`)
  return contract
}
const sign: Act = (contract) =>
  answered(
    testApp.ann.post(`${pathOf(contract)}/signature`, {
      consent: true,
      kind: 'typed',
      name: 'Ann Keller',
      password: fixturePassword,
    }),
  )

const acts: Record<string, Act> = {
  sign,
  cancel: (contract) => answered(onTwin().patch(`${pathOf(contract)}/status`, { status: 'cancelled' })),
  decline: (contract) =>
    answered(testApp.ann.patch(`${pathOf(contract)}/status`, { status: 'declined', reason: 'Too expensive' })),
  edit: (contract) => answered(testApp.mona.put(pathOf(contract), { terms: 'Other terms' })),
  complete: (contract) => answered(testApp.alice.patch(`${pathOf(contract)}/status`, { status: 'completed' })),
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

describe('G4: concurrent changes of a contract', () => {
  it.each(pairs)('%s and %s race: one of them succeeds', async (a, b) => {
    for (let i = 0; i < 6; i++) {
      const contract = await opened()
      const [first, second] = await Promise.all([acts[a]?.(contract), acts[b]?.(contract)])
      const won = [first, second].map((status) => (status ?? 500) < 300)
      expect(won.filter(Boolean), `${first} ${second}`).toHaveLength(1)
      expect([first, second]).toContain(409)
      expect(await statusOf(contract)).toBe(ends[won[0] ? a : b])
    }
  })

  it('completing and terminating race: one of them succeeds', async () => {
    for (let i = 0; i < 6; i++) {
      const contract = await opened()
      await sign(contract)
      const [first, second] = await Promise.all([acts.complete?.(contract), acts.terminate?.(contract)])
      expect(new Set([first, second])).toEqual(new Set([200, 409]))
      expect(await statusOf(contract)).toBe(first === 200 ? 'completed' : 'terminated')
    }
  })

  it('an edit and a signature race: one succeeds, because the signature is for the text that was opened', async () => {
    for (let i = 0; i < 6; i++) {
      const contract = await opened()
      const [edited, signed] = await Promise.all([acts.edit?.(contract), sign(contract)])
      expect([
        [200, 409],
        [409, 201],
      ]).toContainEqual([edited, signed])
      const { terms, status } = (await testApp.alice.get(pathOf(contract))).body
      expect([terms === 'Other terms', status]).toEqual(signed === 201 ? [false, 'active'] : [true, 'draft'])
    }
  })

  it.each(['cancel', 'decline'] as const)('an edit and a %s race: the text does not change afterward', async (name) => {
    for (let i = 0; i < 6; i++) {
      const contract = await make()
      const [edited, moved] = await Promise.all([acts.edit?.(contract), acts[name]?.(contract)])
      expect([edited, moved]).toEqual([expect.toBeOneOf([200, 409]), 200])
      const auditLog = (await testApp.auditLog())
        .filter(({ action, entityId }) => entityId === contract.id && action.startsWith('contract.'))
        .map(({ action }) => action)
      expect(auditLog.at(-1)).toBe(`contract.${ends[name]}`)
      const { terms, textVersion, version } = (await testApp.alice.get(pathOf(contract))).body
      expect([terms === 'Other terms', textVersion, version]).toEqual(edited === 200 ? [true, 2, 3] : [false, 1, 2])
    }
  })

  it('twenty edits of one version make one change', async () => {
    const contract = await make()
    const put = (n: number) =>
      (n % 2 ? testApp.alice : onTwin()).put(pathOf(contract), { terms: `Terms ${n}` }, { 'if-match': '"1"' })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => whenTaken(() => put(n))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19)
  })

  it('ten requests create one contract from one proposal', async () => {
    const id = await proposalIn(testApp, 'approved')
    const step = (n: number) => (n % 2 ? testApp.mona : onTwin()).post(`/api/proposals/${id}/contract`, {})
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => step(n)))
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    for (const { status, body } of answers.filter(({ status: each }) => each !== 201))
      expect([status, body.message]).toEqual([409, expect.stringContaining(made[0]?.body.contractNumber)])
  })

  it('a folder is not archived before a contract that is created in it', async () => {
    for (let i = 0; i < 6; i++) {
      const input = { name: 'Race', services: 'x', assignedStaffId: testApp.people.sam.id }
      const { id } = (await testApp.alice.post('/api/client-folders', input)).body
      const [archived, made] = await Promise.all([
        testApp.alice.patch(`/api/client-folders/${id}`, { status: 'archived' }).then(async ({ status }) => {
          expect(status).toBe(200)
          return (await testApp.alice.get(`/api/contracts?clientFolderId=${id}`)).body.length as number
        }),
        onTwin().post('/api/contracts', contractInput(testApp, { clientFolderId: id })),
      ])
      expect([201, 409], made.text).toContain(made.status)
      expect((await testApp.alice.get(`/api/contracts?clientFolderId=${id}`)).body).toHaveLength(archived)
    }
  })

  it('G3: two hundred contracts on two instances have two hundred consecutive numbers', async () => {
    const before = await testApp.db.one(
      typed(z.object({ last: z.number() }))`select max(last) as last from number_series where series = 'PROHR'`,
    )
    const post = (n: number) =>
      (n % 2 ? testApp.alice : onTwin()).post('/api/contracts', contractInput(testApp), {
        'idempotency-key': `contract ${n}`,
      })
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => whenTaken(() => post(n))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const counts = answers.map(({ body }) => Number(body.contractNumber.slice(13))).toSorted((a, b) => a - b)
    expect(counts).toEqual(Array.from({ length: 200 }, (_, n) => before.last + 1 + n))
  })

  it('G3: give a number requested by two contracts to one', async () => {
    const wanted = contractInput(testApp, { contractNumber: 'PROHR-202501-050' })
    const answers = await Promise.all([
      testApp.alice.post('/api/contracts', wanted),
      onTwin().post('/api/contracts', wanted),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  })
})

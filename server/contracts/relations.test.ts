// Renewals and amendments: filled in from the earlier contract, sent and signed like any contract, and shown on both.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AgreementChain } from '../../domain/agreement-chain.ts'
import {
  contractPath,
  createdContract,
  proposalLines,
  proposalTotal,
  setContractStatus,
  signContract,
  signedContract,
} from '../../tests/contracts.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

type Made = { id: string; contractNumber: string }

const term = { startDate: '2098-12-01', endDate: '2099-11-30' }
const active = (more: Record<string, unknown> = {}): Promise<Made> => signedContract(testApp, { ...term, ...more })

const renew = (who: Caller, { id }: { id: string }, body: object = {}) => who.post(`/api/contracts/${id}/renewal`, body)
const amend = (who: Caller, { id }: { id: string }, body: object = { totalValue: 50_000 }) =>
  who.post(`/api/contracts/${id}/amendment`, body)

const read = async (who: Caller, contract: { id: string }) => (await who.get(contractPath(contract))).body
const chainOf = async (who: Caller, { id }: { id: string }): Promise<AgreementChain> =>
  (await who.get(`/api/agreements/chain?contractId=${id}`)).body

describe('a renewal', () => {
  it('is filled in from the contract for the next term, and is signed like any contract', async () => {
    const content = { services: proposalLines, totalValue: null, terms: 'Payment. Net 30.', clientCompany: 'Acme LLC' }
    const first = await active(content)
    const { status, body, text } = await renew(testApp.alice, first)
    expect(status, text).toBe(201)
    expect(body).toMatchObject({
      status: 'draft',
      previous: { id: first.id, contractNumber: first.contractNumber, relation: 'renewal' },
      renewedBy: null,
      proposalId: null,
      clientName: 'Ann Keller',
      clientCompany: 'Acme LLC',
      services: proposalLines,
      totalValue: proposalTotal,
      terms: 'Payment. Net 30.',
      startDate: '2099-12-01',
      endDate: '2100-11-30',
      allowed: ['download', 'edit', 'change-signers', 'cancel'],
    })
    expect(body.contractNumber).not.toBe(first.contractNumber)
    expect((await testApp.mail()).at(-1)).toMatchObject({
      to: 'ann@example.com',
      subject: 'ProHR sent you a contract to sign',
    })
    expect((await signContract(testApp, body.id)).status).toBe(201)
    const earlier = await read(testApp.alice, first)
    expect(earlier).toMatchObject({ status: 'active', renewedBy: { id: body.id, contractNumber: body.contractNumber } })
    expect(earlier.allowed).not.toContain('renew')
    expect(earlier.history.at(-1)).toMatchObject({ action: 'contract.renewal-created' })
    const pdf = await testApp.ann.get(`${contractPath(body)}/pdf`)
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  })

  it('prefers values in the request to those of the contract', async () => {
    const first = await active()
    const { body } = await renew(testApp.alice, first, {
      clientName: 'Bea Ortiz',
      totalValue: 480_000,
      startDate: '2099-01-01',
      endDate: null,
      terms: 'Other terms.',
    })
    expect(body).toMatchObject({
      clientName: 'Bea Ortiz',
      clientEmail: 'ann@example.com',
      totalValue: 480_000,
      startDate: '2099-01-01',
      endDate: null,
      terms: 'Other terms.',
    })
  })

  it('exists once, until it is canceled, declined, or terminated', async () => {
    const first = await active()
    for (const end of ['cancelled', 'declined', 'terminated'] as const) {
      const { body } = await renew(testApp.alice, first)
      const again = await renew(testApp.alice, first)
      expect([again.status, again.body.message]).toEqual([
        409,
        `Contract ${body.contractNumber} already renews this one.`,
      ])
      if (end === 'terminated') await signContract(testApp, body.id)
      const by = end === 'declined' ? testApp.ann : testApp.alice
      expect((await setContractStatus(by, body, end, 'So')).status).toBe(200)
      expect((await read(testApp.alice, first)).renewedBy).toBeNull()
    }
    expect((await renew(testApp.alice, first)).status).toBe(201)
  })

  it('is created once by ten concurrent requests', async () => {
    const first = await active()
    const elsewhere = (await testApp.twin()).caller(testApp.alice.cookie)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => renew(n % 2 === 0 ? testApp.mona : elsewhere, first)),
    )
    const [made, ...others] = answers.toSorted((a, b) => a.status - b.status)
    expect(made?.status).toBe(201)
    for (const { status, body } of others)
      expect([status, body.message]).toEqual([409, expect.stringContaining(made?.body.contractNumber)])
  })

  it('can follow a completed contract', async () => {
    const first = await active()
    await setContractStatus(testApp.alice, first, 'completed')
    expect((await read(testApp.alice, first)).allowed).toContain('renew')
    expect((await renew(testApp.alice, first)).status).toBe(201)
  })
})

describe('an amendment', () => {
  it('names the contract, which stays active, and has its own services and value', async () => {
    const first = await active({ clientCompany: 'Acme LLC' })
    const services = [{ customName: 'Training', estimatedHours: 2, hourlyRate: 15_000 }]
    const { status, body, text } = await amend(testApp.alice, first, { services })
    expect(status, text).toBe(201)
    expect(body).toMatchObject({
      previous: { id: first.id, contractNumber: first.contractNumber, relation: 'amendment' },
      clientCompany: 'Acme LLC',
      totalValue: 30_000,
      endDate: term.endDate,
    })
    expect(body.terms).toContain(`This contract amends contract ${first.contractNumber}`)
    expect((await signContract(testApp, body.id)).status).toBe(201)
    expect(await read(testApp.alice, first)).toMatchObject({ status: 'active', totalValue: 450_000, renewedBy: null })
    expect((await amend(testApp.alice, first)).status).toBe(201)
    expect((await renew(testApp.alice, first)).status).toBe(201)
  })

  it('needs services or a value of its own', async () => {
    const first = await active()
    const { status, body } = await amend(testApp.alice, first, {})
    expect([status, body.issues[0]?.path]).toEqual([400, 'totalValue'])
  })
})

describe('the chain of agreements', () => {
  it('shows a renewal and amendments on the earlier contract, and the earlier contract on them', async () => {
    const first = await active()
    const amendment = (await amend(testApp.alice, first)).body
    const canceled = (await amend(testApp.alice, first)).body
    await setContractStatus(testApp.alice, canceled, 'cancelled')
    const renewal = (await renew(testApp.alice, first)).body
    const entry = (
      { id, contractNumber, totalValue }: Made & { totalValue: number },
      relation: string,
      needsSignature: boolean,
    ) => ({
      id,
      number: contractNumber,
      status: 'draft',
      amount: totalValue,
      relation,
      needsSignature,
    })
    for (const who of [testApp.alice, testApp.sam, testApp.ann]) {
      const chain = await chainOf(who, first)
      const isSigner = who === testApp.ann
      expect(chain.previous).toBeNull()
      expect(chain.following).toEqual([entry(amendment, 'amendment', isSigner), entry(renewal, 'renewal', isSigner)])
      expect((await chainOf(who, renewal)).previous).toEqual({
        id: first.id,
        number: first.contractNumber,
        status: 'active',
        amount: 450_000,
        relation: 'renewal',
        needsSignature: false,
      })
      expect((await chainOf(who, amendment)).previous).toMatchObject({ id: first.id, relation: 'amendment' })
      expect((await chainOf(who, amendment)).following).toEqual([])
    }
  })
})

describe('renewing and amending', () => {
  it('is refused for a contract that is not signed, or was declined, canceled, or terminated', async () => {
    const draft = await createdContract(testApp)
    const canceled = await createdContract(testApp)
    await setContractStatus(testApp.alice, canceled, 'cancelled')
    const declined = await createdContract(testApp)
    await setContractStatus(testApp.ann, declined, 'declined', 'Too expensive')
    const terminated = await active()
    await setContractStatus(testApp.alice, terminated, 'terminated', 'The client closed.')
    const count = async () => (await testApp.alice.get('/api/contracts?limit=200')).body.length
    const before = await count()
    for (const [contract, words] of [
      [draft, 'isn’t signed yet'],
      [canceled, 'was canceled'],
      [declined, 'was declined'],
      [terminated, 'was terminated'],
    ] as const)
      for (const attempt of [renew, amend]) {
        const { status, body } = await attempt(testApp.alice, contract)
        expect([status, body.message]).toEqual([409, expect.stringContaining(words)])
      }
    expect(await count()).toBe(before)
  })

  it('is refused for an amendment of a completed contract', async () => {
    const first = await active()
    await setContractStatus(testApp.alice, first, 'completed')
    const { status, body } = await amend(testApp.alice, first)
    expect([status, body.message]).toEqual([
      409,
      'This contract is completed, so it can’t be amended. Renew it instead.',
    ])
  })

  it('is refused for everyone but administrators, and hidden from those who cannot see the contract', async () => {
    const first = await active()
    for (const attempt of [renew, amend])
      for (const [who, status] of [
        [testApp.sam, 403],
        [testApp.ann, 403],
        [testApp.sue, 404],
        [testApp.eve, 404],
        [testApp.visitor, 401],
      ] as const)
        expect((await attempt(who, first)).status).toBe(status)
    expect((await renew(testApp.alice, { id: '01890000-0000-7000-8000-00000000ffff' })).status).toBe(404)
    expect((await renew(testApp.alice, { id: 'none' })).status).toBe(404)
  })

  it.each([
    ['an unknown key', '', { previousId: '01890000-0000-7000-8000-00000000ffff' }],
    ['no client', 'clientName', { clientName: '' }],
    ['an end before its start', 'endDate', { startDate: '2027-12-01', endDate: '2027-01-01' }],
    ['a total that disagrees', 'totalValue', { services: [{ name: 'A', total: 100 }], totalValue: 101 }],
    ['no line', 'services', { services: [] }],
    ['a value below nothing', 'totalValue', { totalValue: -1 }],
    ['a signer twice', 'signers', 'twice'],
  ] as const)('is refused with %s', async (_what, path, given) => {
    const first = await active()
    const ann = { userId: testApp.people.ann.id, position: 1 }
    const body = given === 'twice' ? { totalValue: 1, signers: [ann, { ...ann, position: 2 }] } : given
    for (const attempt of [renew, amend]) {
      const answer = await attempt(testApp.alice, first, body)
      expect([answer.status, answer.body.issues[0]?.path], answer.text).toEqual([400, path])
    }
    expect((await read(testApp.alice, first)).renewedBy).toBeNull()
  })

  it('is refused in an archived folder', async () => {
    const input = {
      name: 'Shut',
      services: 'x',
      assignedStaffId: testApp.people.sam.id,
      clientId: testApp.people.ann.id,
    }
    const { id } = (await testApp.alice.post('/api/client-folders', input)).body
    const first = await active({ clientFolderId: id })
    await testApp.alice.patch(`/api/client-folders/${id}`, { status: 'archived' })
    for (const attempt of [renew, amend]) expect((await attempt(testApp.alice, first)).status).toBe(409)
    expect((await read(testApp.alice, first)).allowed).toEqual(['download'])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultTerms } from '../../domain/contract-terms.ts'
import {
  contractInput,
  proposalIn,
  proposalLines,
  proposalTotal,
  signContract,
  contractPath,
  madeContract,
  moveContract,
  signedContract,
} from '../../tests/contracts.ts'
import { createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const lettersTo = async (name: string) =>
  (await world.mail()).filter(({ to }) => to === `${name}@example.com`).map(({ subject }) => subject)
const lastLine = async () => (await world.trail()).at(-1)

describe('an edit', () => {
  it('changes what it names, keeps the rest, and tells the client to read again', async () => {
    const contract = await madeContract(world, { services: [{ name: 'Handbook', total: 450_000 }] })
    const { body, status, text } = await world.alice.put(
      contractPath(contract),
      { terms: 'Other terms', clientPhone: '555' },
      { 'if-match': '"1"' },
    )
    expect(status, text).toBe(200)
    expect(body).toMatchObject({
      terms: 'Other terms',
      clientPhone: '555',
      clientName: 'Ann Keller',
      version: 2,
      textVersion: 2,
    })
    expect(body.services).toEqual(contract.services)
    expect(await lettersTo('ann')).toContain('A contract that awaits your signature was changed')
    expect((await lastLine())?.details).toEqual({ fields: ['clientPhone', 'terms'] })
    expect((await world.alice.put(contractPath(contract), { terms: 'x' }, { 'if-match': '"1"' })).status).toBe(412)
  })

  it('sums up anew, and takes what it came from or leaves it', async () => {
    const contract = await madeContract(world, { services: [{ name: 'Handbook', total: 450_000 }] })
    const put = (body: unknown) => world.alice.put(contractPath(contract), body)
    expect((await put({ services: [{ name: 'A', total: 100 }] })).body.totalValue).toBe(100)
    expect((await put({ totalValue: 99 })).status).toBe(400)
    const proposalId = await proposalIn(world, 'draft')
    expect((await put({ proposalId })).body).toMatchObject({
      proposalId,
      totalValue: proposalTotal,
      services: proposalLines,
    })
    expect((await put({ proposalId: null })).body).toMatchObject({ proposalId: null, services: proposalLines })
    expect(
      (await put({ ...contractInput(world), contractNumber: contract.contractNumber, totalValue: proposalTotal }))
        .status,
    ).toBe(200)
  })

  it.each([
    ['another folder', 'clientFolderId', (w: World) => ({ clientFolderId: w.folders.elmwood.id })],
    ['another number', 'contractNumber', () => ({ contractNumber: 'PROHR-202501-777' })],
    ['no name', 'clientName', () => ({ clientName: ' ' })],
    ['no terms', 'terms', () => ({ terms: '' })],
    ['an end before its start', 'endDate', () => ({ endDate: '2026-01-01' })],
  ])('is refused with %s', async (_what, path, body) => {
    const contract = await madeContract(world)
    const answer = await world.alice.put(contractPath(contract), body(world))
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
    expect((await world.alice.get(contractPath(contract))).body.version).toBe(1)
  })

  it('is an administrator’s, and of a draft only', async () => {
    const contract = await madeContract(world)
    for (const [caller, status] of [
      [world.sam, 403],
      [world.ann, 403],
      [world.sue, 404],
      [world.eve, 404],
    ] as const)
      expect((await caller.put(contractPath(contract), { terms: 'x' })).status).toBe(status)
    for (const end of [null, 'completed', 'terminated'] as const) {
      const done = await signedContract(world)
      if (end !== null) await moveContract(world.alice, done, end)
      const answer = await world.alice.put(contractPath(done), { terms: 'x' })
      expect([answer.status, answer.body.message]).toEqual([
        409,
        'Its text can change only while a contract awaits its signature.',
      ])
      expect((await world.alice.get(contractPath(done))).body.terms).toBe(defaultTerms)
    }
  })
})

describe('a move', () => {
  it('to cancelled tells the client, who has nothing more to sign', async () => {
    const contract = await madeContract(world)
    const { body } = await moveContract(world.alice, contract, 'cancelled', 'Another one takes its place.')
    expect(body).toMatchObject({ status: 'cancelled', reason: 'Another one takes its place.', allowed: ['download'] })
    expect(await lettersTo('ann')).toContain('A contract was cancelled')
    expect((await moveContract(world.alice, contract, 'cancelled')).status).toBe(409)
    expect((await moveContract(world.ann, contract, 'declined', 'Late')).status).toBe(409)
    expect((await world.ann.get(contractPath(contract))).body.allowed).toEqual(['download'])
  })

  it('to declined is the client’s, with a reason, and tells the team', async () => {
    const contract = await madeContract(world)
    const without = await moveContract(world.ann, contract, 'declined')
    expect([without.status, without.body.issues]).toEqual([
      400,
      [{ path: 'reason', message: 'Please say why you decline.' }],
    ])
    for (const [caller, status] of [
      [world.alice, 403],
      [world.sam, 403],
      [world.sue, 404],
      [world.eve, 404],
    ] as const)
      expect((await moveContract(caller, contract, 'declined', 'No')).status).toBe(status)
    const { body } = await moveContract(world.ann, contract, 'declined', 'Too dear for us.')
    expect(body).toMatchObject({ status: 'declined', reason: 'Too dear for us.' })
    expect(await lettersTo('sam')).toContain('A contract was declined')
    expect(await lettersTo('alice')).toContain('A contract was declined')
    expect((await world.mail()).every(({ text }) => !text.includes('Too dear'))).toBe(true)
    expect(JSON.stringify(await world.trail())).not.toContain('Too dear')
    expect(
      (await world.sam.get(contractPath(contract))).body.history.map(({ action }: { action: string }) => action),
    ).toEqual(['contract.created', 'contract.declined'])
  })

  it('is told to whoever made it only while they may see it', async () => {
    const given = { firstName: 'Max', lastName: 'Lane', email: 'max@example.com', role: 'admin' }
    const { id } = (await world.alice.post('/api/users', given)).body
    const max = await world.signIn(id, 'admin')
    const [declined, signed] = [0, 1].map(async () => (await max.post('/api/contracts', contractInput(world))).body)
    const [one, other] = [await declined, await signed]
    const demoted = await world.alice.put(`/api/users/${id}`, { ...given, role: 'staff', phone: null, company: null })
    expect([demoted.status, demoted.text]).toEqual([200, expect.any(String)])
    const before = (await world.mail()).length
    expect((await moveContract(world.ann, one, 'declined', 'No')).status).toBe(200)
    expect((await signContract(world, other.id)).status).toBe(201)
    const told = (await world.mail()).slice(before).map(({ to }) => to)
    expect(told).toContain('sam@example.com')
    expect(told).not.toContain('max@example.com')
  })

  it('to completed or terminated follows a signature', async () => {
    for (const [status, subject, allowed] of [
      ['completed', 'A contract is completed', ['download', 'create-invoice']],
      ['terminated', 'A contract was terminated', ['download']],
    ] as const) {
      const contract = await signedContract(world)
      expect((await moveContract(world.sam, contract, status)).status).toBe(403)
      expect((await moveContract(world.ann, contract, status)).status).toBe(403)
      expect((await moveContract(world.alice, contract, 'cancelled')).status).toBe(409)
      expect((await moveContract(world.alice, contract, status)).body).toMatchObject({ status, allowed })
      expect(await lettersTo('ann')).toContain(subject)
    }
  })

  it('to active is a signature, not a change of status', async () => {
    const contract = await madeContract(world)
    expect((await moveContract(world.ann, contract, 'active')).status).toBe(409)
    expect((await moveContract(world.alice, contract, 'active')).status).toBe(403)
    expect((await moveContract(world.alice, contract, 'completed')).body.message).toBe(
      'A contract that awaits its signature can be signed, declined or cancelled.',
    )
    expect((await moveContract(world.alice, contract, 'lost')).status).toBe(400)
    expect((await world.alice.get(contractPath(contract))).body).toMatchObject({ status: 'draft', version: 1 })
  })

  it('of any kind leaves a signed contract’s text, paper and signature as they are', async () => {
    const contract = await signedContract(world)
    const text = ({ terms, services, totalValue, startDate, clientName, signature }: Record<string, unknown>) => ({
      terms,
      services,
      totalValue,
      startDate,
      clientName,
      signer: (signature as { signerName: string }).signerName,
    })
    const before = text((await world.alice.get(contractPath(contract))).body)
    const paper = (await world.ann.get(`${contractPath(contract)}/pdf?original`)).headers.etag
    const tries = [
      world.alice.put(contractPath(contract), { ...contractInput(world), totalValue: 1 }),
      world.mona.put(contractPath(contract), {}),
      moveContract(world.alice, contract, 'draft'),
      moveContract(world.alice, contract, 'cancelled'),
      moveContract(world.ann, contract, 'declined', 'After all, no'),
      moveContract(world.ann, contract, 'active'),
      world.ann.post(`${contractPath(contract)}/refusal`, { reason: 'After all, no' }),
      signContract(world, contract.id),
    ]
    for (const answer of await Promise.all(tries)) expect(answer.status, answer.text).toBe(409)
    for (const method of ['DELETE', 'PATCH'] as const)
      expect((await world.alice.send({ method, url: contractPath(contract) })).status).toBe(405)
    const { body } = await world.alice.get(contractPath(contract))
    expect([text(body), body.status]).toEqual([before, 'active'])
    expect((await world.ann.get(`${contractPath(contract)}/pdf?original`)).headers.etag).toBe(paper)
  })

  it('is none in an archived folder', async () => {
    const input = { name: 'Rest', services: 'x', assignedStaffId: world.people.sam.id, clientId: world.people.ann.id }
    const folder = (await world.alice.post('/api/client-folders', input)).body
    const contract = await madeContract(world, { clientFolderId: folder.id })
    await world.alice.patch(`/api/client-folders/${folder.id}`, { status: 'archived' })
    expect((await moveContract(world.alice, contract, 'cancelled')).status).toBe(409)
    expect((await moveContract(world.ann, contract, 'declined', 'No')).status).toBe(409)
    expect((await world.alice.put(contractPath(contract), { terms: 'x' })).status).toBe(409)
    expect((await world.ann.get(contractPath(contract))).body.allowed).toEqual(['download'])
    const [row] = (await world.ann.get(`/api/contracts?clientFolderId=${folder.id}`)).body
    expect(row.allowed).toEqual(['download'])
  })
})
